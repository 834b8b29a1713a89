/** The ring of a running action; the words beside it tell readers what runs. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
