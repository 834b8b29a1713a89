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
/** The wait for the slow parts of a page before it is sent in pieces. */
const wholeMs = 50

const later = <T,>(value: T, ms: number) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

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
  const whole = body.allReady.then(
    () => true,
    () => false,
  )
  const isWhole = await (isbot(visitor.userAgent) ? whole : Promise.race([whole, later(false, wholeMs)]))
  if (!isWhole) return new Response(body, { status, headers })
  // Sending one piece takes less time than the stream's many small ones; the length tells that it is one.
  const html = await new Response(body).arrayBuffer()
  headers.set('content-length', String(html.byteLength))
  return new Response(html, { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  context.get(serverContext).logError(error)
}
