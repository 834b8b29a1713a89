import { type ClientActionFunctionArgs, data } from 'react-router'

/**
 * For a `clientAction`: returns `lost` if the server is unreachable, so that the page keeps what was typed. The form may still
 * have arrived, so a retry must reuse its idempotency key.
 */
export async function orConnectionLost<T, L>(send: () => Promise<T>, lost: () => L | Promise<L>) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error // fetch throws a TypeError on network failure only
    // An error status prevents revalidation, which would fail too.
    return data(await lost(), { status: 503 })
  }
}

type Send<T> = (serverAction: () => Promise<T>, form: FormData) => Promise<T>

/** `clientAction` of a page that returns `lost` if the server is unreachable. */
export const connectionLostAction =
  <L, T = L>(lost: (form: FormData) => L | Promise<L>, send: Send<T> = (serverAction) => serverAction()) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData()
    return await orConnectionLost(
      () => send(serverAction as () => Promise<T>, form), // a page's action has one result type
      () => lost(form),
    )
  }
