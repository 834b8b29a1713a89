import type { RouterContextProvider } from 'react-router'
import { currentSession, type Viewer } from '#contract/accounts.ts'
import { readApi } from './api.ts'

export type { Viewer }

/** Who is logged in. Public pages stand even while sessions cannot be read. */
export async function loadViewer(context: Readonly<RouterContextProvider>): Promise<Viewer | null> {
  try {
    return (await readApi(context, currentSession)).data
  } catch {
    return null
  }
}
