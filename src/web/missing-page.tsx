import { data } from 'react-router'
import { MissingScreen, missingTitle } from './error-screens.tsx'

/** A route of its own and not an error, so that the header knows the viewer and the theme. */
export function loader() {
  return data(null, { status: 404 })
}

export function meta() {
  return [{ title: missingTitle() }]
}

export default function MissingPage() {
  return <MissingScreen />
}
