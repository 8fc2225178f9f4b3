import { type PasskeyCreated, PasskeyCreation, PasskeyRequest, type PasskeySigned } from '@readroom/contracts/access/passkeys'
import type { NewPasskey, PasskeyRow } from '@readroom/db/access/passkeys'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Config } from '../../core/config.ts'

type Owner = { userId: string; email: string; fullName: string }
type Existing = readonly Pick<PasskeyRow, 'credentialId' | 'transports'>[]

const idsOf = (passkeys: Existing) => passkeys.map(({ credentialId: id, transports }) => ({ id, transports }))

/** Drops undefined fields, as sending the options to the browser would. */
const withoutUndefined = (options: object): unknown => JSON.parse(JSON.stringify(options))

/** Accepts passkeys of the origin of PUBLIC_URL only. Its host is the relying party. Each use requires user verification. */
export function createWebauthn({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const { origin, hostname: rpID } = new URL(PUBLIC_URL)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  return {
    creationOptions: async ({ userId, email, fullName }: Owner, existing: Existing) =>
      PasskeyCreation.parse(
        withoutUndefined(
          await generateRegistrationOptions({
            rpName: 'Readroom',
            rpID,
            attestationType: 'none',
            timeout: 300_000,
            userName: email,
            userDisplayName: fullName,
            userID: new TextEncoder().encode(userId),
            excludeCredentials: idsOf(existing),
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          }),
        ),
      ),

    /** `allowed` are the passkeys of the account that took the first step. It is empty if the passkey itself identifies the account. */
    requestOptions: async (allowed: Existing) =>
      PasskeyRequest.parse(
        withoutUndefined(
          await generateAuthenticationOptions({
            rpID,
            userVerification: 'required',
            timeout: 300_000,
            ...(allowed.length > 0 && { allowCredentials: idsOf(allowed) }),
          }),
        ),
      ),

    /** Returns the new passkey as it is stored, or null if it does not answer the challenge or our origin. */
    async readCreated(credential: PasskeyCreated, challenge: string): Promise<Omit<NewPasskey, 'userId' | 'name'> | null> {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: credential,
        expectedChallenge: challenge,
        ...expected,
      }).catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) return null
      const { id, publicKey, counter } = registrationInfo.credential
      return {
        credentialId: id,
        publicKey: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: credential.response.transports ?? [],
        isSynced: registrationInfo.credentialDeviceType === 'multiDevice',
      }
    },

    /**
     * Returns the passkey's counter after it signed the challenge. Returns null if the signature is wrong, from another site or without user
     * verification. A counter that did not go up means that the passkey was copied.
     */
    async readSigned(credential: PasskeySigned, challenge: string, passkey: PasskeyRow): Promise<number | null> {
      const stored = {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      }
      const answer = { response: credential, expectedChallenge: challenge, credential: stored, ...expected }
      const signed = await verifyAuthenticationResponse(answer).catch(() => null)
      return signed?.verified ? signed.authenticationInfo.newCounter : null
    },
  }
}
