/** Spinner of an action in progress; screen readers read the text beside it instead. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
