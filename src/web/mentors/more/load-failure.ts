/** Why the next page of a list could not be loaded. */
export type LoadFailure = { lost: 'connection' | 'failure' }
export const isLoadFailure = (data: unknown): data is LoadFailure =>
  typeof data === 'object' && data !== null && 'lost' in data

/** For a `clientLoader`: a failed page leaves the list as it is. */
export async function catchLoadFailure<T>(load: () => Promise<T>): Promise<T | LoadFailure> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof Response) throw error // a redirection
    return { lost: error instanceof TypeError ? 'connection' : 'failure' }
  }
}
