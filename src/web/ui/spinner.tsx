/** Spinner of a running action; the text beside it names the action for screen readers. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
