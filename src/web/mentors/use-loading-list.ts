import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** No placeholders for quick replies. */
const slowMs = 300

/** Whether a list is loading, and whether that takes long enough to show placeholders. */
export function useLoadingList(): { loading: boolean; slow: boolean } {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const loading = navigation.state === 'loading' && navigation.location.pathname === pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!loading) return setSlow(false)
    const timer = setTimeout(setSlow, slowMs, true)
    return () => clearTimeout(timer)
  }, [loading])
  return { loading, slow }
}
