import type { RouterContextProvider } from 'react-router'

/** The person who is logged in, as far as every page may know. */
export type Viewer = { userType: 'student' | 'mentor' | 'admin'; name: string; _id: string }

/** Nobody is logged in until there are sessions. */
export async function loadViewer(_context: Readonly<RouterContextProvider>): Promise<Viewer | null> {
  return null
}
