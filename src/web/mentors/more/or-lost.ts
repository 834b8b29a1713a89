/** Why a further part of a list could not be had. */
export type Lost = { lost: 'connection' | 'failure' }
export const isLost = (data: unknown): data is Lost => typeof data === 'object' && data !== null && 'lost' in data

/** For a `clientLoader`: a part that cannot be had leaves the page as it is. */
export async function orLost<T>(load: () => Promise<T>): Promise<T | Lost> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof Response) throw error // a redirection
    return { lost: error instanceof TypeError ? 'connection' : 'failure' }
  }
}
