import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { passkeyLimits } from '#contract/people/limits.ts'
import type { OwnPasskeys, PasskeyAssertion, PasskeyAttestation } from '#contract/people/passkeys.ts'
import { brand } from '#contract/wire/brand.ts'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { inBothLanguages, notify } from '#server/notifications/notifications.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { type Transaction, transaction } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockAccount } from '#server/platform/locks.ts'
import { assertFreshLogin, isFreshLogin, type Viewer } from '#server/platform/sessions.ts'
import * as rows from './passkey-rows.ts'

export { deletePasskeys } from './passkey-rows.ts'

type Site = Pick<Config, 'publicUrl'>
type Given = Pick<Context, 'db' | 'config'>

/** Passkeys belong to the host of PUBLIC_URL. */
const rpIdOf = ({ publicUrl }: Site) => new URL(publicUrl).hostname
const timeout = passkeyLimits.answerMinutes * 60_000
/** EdDSA, ES256 and RS256. The library would ask Node for newer ones, which are experimental. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Challenge that a signed answer names; empty if it cannot be read. */
function challengeIn(clientDataJSON: string): string {
  try {
    // safe: any other shape has no challenge
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown } | null
    return typeof data?.challenge === 'string' ? data.challenge : ''
  } catch {
    return ''
  }
}

/** Challenge for a login from this browser with any passkey of the site. */
export async function passkeyLoginOptions({ db, config }: Given, browserHash: Buffer) {
  const rpId = rpIdOf(config)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required', timeout })
  await rows.insertChallenge(db, challenge, browserHash, null)
  return { challenge, rpId, timeout, userVerification: 'required' as const }
}

/** `byAdmin`: added during an admin login, so that it may stand for an admin's second factor. */
type ProvenPasskey = { accountId: string; byAdmin: boolean }

/**
 * Checks the answer to a login challenge, which is used up. Returns null for a wrong one, so that the caller commits.
 * The user must have been verified by the device, by fingerprint, face or PIN.
 */
export async function provePasskey(
  tx: Transaction,
  site: Site,
  browserHash: Buffer,
  given: PasskeyAssertion,
): Promise<ProvenPasskey | null> {
  const { id, userHandle, ...signed } = given
  const challenge = challengeIn(given.clientDataJSON)
  if (!(await rows.useChallenge(tx, challenge, browserHash, null))) return null
  const passkey = await rows.lockPasskey(tx, id)
  if (!passkey) return null
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.accountId).toString('base64url')) return null
  const proof = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: site.publicUrl,
    expectedRPID: rpIdOf(site),
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!proof?.verified) return null
  await rows.usePasskey(tx, passkey.id, proof.authenticationInfo.newCounter)
  return { accountId: passkey.accountId, byAdmin: passkey.byAdmin }
}

/** Id of an account on authenticators. */
const userHandleOf = (accountId: string) => Buffer.from(accountId.replaceAll('-', ''), 'hex')

export async function passkeysFor({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<OwnPasskeys> {
  const [passkeys, isFresh] = await Promise.all([rows.passkeysOf(db, viewer.accountId), isFreshLogin(db, viewer)])
  return { passkeys, canAdd: isFresh && passkeys.length < passkeyLimits.most }
}

/** Challenge for a new passkey of the viewer's account. */
export async function passkeyCreationOptions(context: Given, viewer: Viewer, browserHash: Buffer) {
  const { db, config } = context
  await assertFreshLogin(context.db, viewer)
  const known = await rows.credentialIdsOf(db, viewer.accountId)
  const name = `•••••• ${viewer.phone.slice(-4)}`
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: rpIdOf(config),
    userName: name,
    userDisplayName: name,
    userID: new Uint8Array(userHandleOf(viewer.accountId)),
    supportedAlgorithmIDs,
  })
  await rows.insertChallenge(db, challenge, browserHash, viewer.accountId)
  return {
    challenge,
    user,
    pubKeyCredParams,
    timeout,
    attestation: 'none' as const,
    rp: { id: rpIdOf(config), name: brand.name },
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' as const })),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  }
}

/** Adds a passkey that answers a challenge for this account and browser. */
export async function addPasskey(
  context: Given,
  viewer: Viewer,
  browserHash: Buffer,
  { name, passkey }: { name: string; passkey: PasskeyAttestation },
): Promise<void> {
  const { db, config } = context
  const { accountId } = viewer
  await assertFreshLogin(context.db, viewer)
  const { id, transports, ...made } = passkey
  const challenge = challengeIn(made.clientDataJSON)
  if (!(await rows.useChallenge(db, challenge, browserHash, accountId))) throw new AppError('passkey-refused')
  const proof = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { ...made, transports } },
    expectedChallenge: challenge,
    expectedOrigin: config.publicUrl,
    expectedRPID: rpIdOf(config),
    supportedAlgorithmIDs,
    requireUserVerification: true,
  }).catch(() => null)
  if (!proof?.verified) throw new AppError('passkey-refused')
  const { credential } = proof.registrationInfo
  await transaction(db, async (tx) => {
    await lockAccount(tx, accountId)
    if ((await rows.credentialIdsOf(tx, accountId)).length >= passkeyLimits.most)
      throw new AppError('passkey-limit', { most: passkeyLimits.most })
    await rows.insertPasskey(tx, {
      accountId,
      name,
      transports,
      counter: credential.counter,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      byAdmin: viewer.userType === 'admin',
    })
    await writeAudit(tx, viewer, 'account.passkey-added', { kind: 'account', id: accountId })
    await tell(tx, viewer, 'passkey-added', credential.id)
  })
}

/** Tells the owner of an account, whoever holds its phone for a moment. */
const tell = (
  tx: Transaction,
  { accountId, userType }: Viewer,
  event: 'passkey-added' | 'passkey-removed',
  onceKey: string,
) => notify(tx, { event, accountId, side: sideOf[userType], onceKey, values: inBothLanguages(() => ({})) })
const sideOf = { student: 'family', mentor: 'mentor', admin: 'admin' } as const

/** Removes a passkey after a recent login; one for the control room, only from there. */
export async function removePasskey({ db }: Pick<Context, 'db'>, viewer: Viewer, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    await assertFreshLogin(tx, viewer)
    if (!(await rows.deletePasskey(tx, viewer, id))) throw new AppError('not-found')
    await writeAudit(tx, viewer, 'account.passkey-removed', { kind: 'account', id: viewer.accountId })
    await tell(tx, viewer, 'passkey-removed', id)
  })
}
