import { createServer } from 'node:net'
import { StartError } from '#server/config.ts'

/**
 * Checks that the address is free before any slow work starts.
 * @throws StartError naming PORT or HOST
 */
export async function checkPortIsFree(port: number, host: string): Promise<void> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen({ port, host, exclusive: true }, resolve)
  }).catch((error: unknown) => {
    throw listenError(error, port, host)
  })
  await new Promise((resolve) => probe.close(resolve))
}

/** Turns a listen error into a StartError; returns other errors unchanged. */
export function listenError(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return new StartError(`PORT ${port} is in use by another program: stop that one, or set PORT to a free one.`)
  if (code === 'EACCES')
    return new StartError(`PORT ${port} needs more rights than this user has: set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`HOST ${host} is not an address of this machine: set HOST to 127.0.0.1 or 0.0.0.0.`)
  }
  return error
}
