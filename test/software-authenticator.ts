import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encoded = (data: Buffer | string) => Buffer.from(data).toString('base64url')

/** CBOR (RFC 8949) of integers, byte strings, texts and maps: what an attestation consists of. */
type Cbor = number | string | Buffer | Map<number | string, Cbor>
function cbor(value: Cbor): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

type Faults = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number }

/** An authenticator with one ES256 passkey; `faults` make it answer wrongly. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let count = 0

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: faults.origin ?? origin, crossOrigin: false }))
  function authData(rpId: string, faults: Faults, credential = Buffer.alloc(0)): Buffer {
    const present = 1
    const verified = faults.isVerified === false ? 0 : 4
    const flags = present | verified | (credential.length > 0 ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(faults.counter ?? ++count)
    return Buffer.concat([sha256(faults.rpId ?? rpId), Buffer.from([flags]), counter, credential])
  }

  return {
    id: encoded(id),
    /** Answers `navigator.credentials.create`. */
    create({ challenge, rp }: { challenge: string; rp: { id: string } }, faults: Faults = {}) {
      const key = cbor(
        new Map<number, Cbor>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(rp.id, faults, credential)],
      ])
      return {
        id: encoded(id),
        clientDataJSON: encoded(clientData('webauthn.create', challenge, faults)),
        attestationObject: encoded(cbor(attestation)),
        transports: ['internal'],
      }
    },
    /** Answers `navigator.credentials.get`. */
    get({ challenge, rpId }: { challenge: string; rpId: string }, faults: Faults = {}) {
      const client = clientData('webauthn.get', challenge, faults)
      const data = authData(rpId, faults)
      return {
        id: encoded(id),
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>
