/** A reason not to start, in words for the person at the terminal: printed alone, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
