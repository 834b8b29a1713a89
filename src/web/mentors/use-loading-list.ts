import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Quick answers need no grey blocks. */
const slowMs = 300

/** Whether a new list is on its way, and has been for long enough to say so. */
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
