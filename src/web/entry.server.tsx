import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { serverContext } from './api.ts'

export const streamTimeout = 5_000

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, headers: visitor, logError } = context.get(serverContext)
  const nonceProp = nonce === undefined ? {} : { nonce }
  let isShellDone = false
  const body = await renderToReadableStream(<ServerRouter context={router} url={request.url} {...nonceProp} />, {
    ...nonceProp,
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1_000)]),
    onError(error) {
      // The router throws and logs errors of the shell.
      if (isShellDone && !request.signal.aborted) logError(error)
    },
  })
  isShellDone = true
  if (isbot(visitor.userAgent)) await body.allReady
  return new Response(body, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(serverContext).logError(error)
}
