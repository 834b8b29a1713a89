/** A start failure explained to the person at the terminal; printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
