import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyCreated, PasskeySigned } from '@readroom/contracts/access/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const base64Url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

/** Deviations from correct behaviour. */
type Behaviour = { origin?: string; rpId?: string; isVerified?: boolean; counter?: number; userHandle?: string }

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/** Makes an authenticator with one passkey (ES256) whose counter goes up with each use: WebAuthn level 3, section 6. */
export function createAuthenticator(usual: Behaviour = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    ...([
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ] as const),
  ])
  let uses = 0

  function authenticatorData({ rpId = 'localhost', isVerified = true, counter }: Behaviour, attested?: Uint8Array): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? ++uses)
    const flag = flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), count, attested ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, challenge: string, { origin = 'http://localhost:8080' }: Behaviour) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const common = {
    id: base64Url(credentialId),
    rawId: base64Url(credentialId),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    create({ challenge }: { challenge: string }, other: Behaviour = {}): PasskeyCreated {
      const behaviour = { ...usual, ...other }
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)])
      const authData = new Uint8Array(authenticatorData(behaviour, attested))
      const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const response = {
        clientDataJSON: base64Url(clientData('webauthn.create', challenge, behaviour)),
        attestationObject: base64Url(isoCBOR.encode(attestation)),
      }
      return { ...common, response }
    },
    sign({ challenge }: { challenge: string }, other: Behaviour = {}): PasskeySigned {
      const behaviour = { ...usual, ...other }
      const authData = authenticatorData(behaviour)
      const client = clientData('webauthn.get', challenge, behaviour)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      const { userHandle } = behaviour
      const response = {
        clientDataJSON: base64Url(client),
        authenticatorData: base64Url(authData),
        signature: base64Url(signature),
        ...(userHandle !== undefined && { userHandle: base64Url(userHandle) }),
      }
      return { ...common, response }
    },
  }
}
