import { type ClientActionFunctionArgs, data } from 'react-router'

/**
 * For a `clientAction`: sends the form, and answers with `lost` when the server could not be reached, so that the page
 * and everything typed stay. It may have arrived all the same: the next try must keep its key.
 */
export async function orConnectionLost<T, L>(send: () => Promise<T>, lost: () => L | Promise<L>) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error // fetch fails with a TypeError, everything else is an answer
    // The status keeps the page from being read again, which would fail too.
    return data(await lost(), { status: 503 })
  }
}

type Send<T> = (serverAction: () => Promise<T>, form: FormData) => Promise<T>

/** The `clientAction` of a page whose form is answered with `lost` when the server could not be reached. */
export const connectionLostAction =
  <L, T = L>(lost: (form: FormData) => L | Promise<L>, send: Send<T> = (serverAction) => serverAction()) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData()
    return await orConnectionLost(
      () => send(serverAction as () => Promise<T>, form), // true: a page's answers are of one type
      () => lost(form),
    )
  }
