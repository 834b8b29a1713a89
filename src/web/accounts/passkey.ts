import type { OwnPasskeys, PasskeyAssertion, PasskeyAttestation } from '#contract/people/passkeys.ts'
import type { ErrorReply } from '#contract/wire/errors.ts'
import { m } from '#messages'
import { currentLocale } from '../locale.ts'

/** `words`: why it failed. */
type Outcome<T> = { data: T } | { words: string }

async function ask<T>(method: 'POST' | 'DELETE', path: string, body?: object): Promise<Outcome<T>> {
  const reply = await fetch(path, {
    method,
    headers: { 'accept-language': currentLocale(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => null)
  const answer: unknown = await reply?.json().catch(() => null)
  // safe: every success of these endpoints has `data`, and every error this shape
  if (reply?.ok && answer) return { data: (answer as { data: T }).data }
  return { words: (answer as ErrorReply | null)?.message || m.failure_connection() }
}

export const knowsPasskeys = () => 'PublicKeyCredential' in window

// Loaded when it is needed: most logins use a code.
const webauthn = () => import('@simplewebauthn/browser')
type Webauthn = Awaited<ReturnType<typeof webauthn>>
type RequestOptions = Parameters<Webauthn['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Webauthn['startRegistration']>[0]['optionsJSON']

/** Runs a dialog of the browser; closing it, or another device that is already added, is a failure with words. */
async function inDialog<T>(run: (lib: Webauthn) => Promise<T>): Promise<Outcome<T>> {
  try {
    return { data: await run(await webauthn()) }
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    return { words: isKnown ? m.passkey_known() : m.passkey_cancelled() }
  }
}

/** Signs a login challenge with a passkey of this device. */
export async function signWithPasskey(): Promise<Outcome<PasskeyAssertion>> {
  const options = await ask<RequestOptions>('POST', '/api/passkeys/login-options')
  if ('words' in options) return options
  return await inDialog(async ({ startAuthentication }) => {
    const { id, response } = await startAuthentication({ optionsJSON: options.data })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  })
}

/** Creates a passkey on this device and adds it to the account. */
export async function createPasskey(name: string): Promise<Outcome<OwnPasskeys>> {
  const options = await ask<CreationOptions>('POST', '/api/profile/passkeys/options')
  if ('words' in options) return options
  const made = await inDialog(async ({ startRegistration }): Promise<PasskeyAttestation> => {
    const { id, response } = await startRegistration({ optionsJSON: options.data })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports }
  })
  return 'words' in made ? made : await ask('POST', '/api/profile/passkeys', { name, passkey: made.data })
}

export const removePasskey = (id: string): Promise<Outcome<OwnPasskeys>> =>
  ask('DELETE', `/api/profile/passkeys/${encodeURIComponent(id)}`)

type PasskeyUser = 'student' | 'mentor'

/** Logs in with a passkey. The data is null for a mentor without an application. */
export async function logInWithPasskey(userType: PasskeyUser): Promise<Outcome<string | null>> {
  const signed = await signWithPasskey()
  if ('words' in signed) return signed
  const done = await ask<{ _id: string | null }>('POST', '/api/passkeys/login', { userType, passkey: signed.data })
  return 'words' in done ? done : { data: done.data._id }
}
