import { type PasskeyCreated, PasskeyCreation, PasskeyRequest, type PasskeySigned } from '@readroom/contracts/passkeys'
import type { NewPasskey, PasskeyRow } from '@readroom/db/queries/passkeys'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Config } from '../config.ts'

type Owner = { userId: string; email: string; fullName: string }
type Existing = readonly Pick<PasskeyRow, 'credentialId' | 'transports'>[]

const idsOf = (passkeys: Existing) => passkeys.map(({ credentialId: id, transports }) => ({ id, transports }))

/** As the browser gets it: fields that are undefined are not there. */
const withoutUndefined = (options: object): unknown => JSON.parse(JSON.stringify(options))

/** Passkeys of our origin alone, which is that of PUBLIC_URL; its host is the relying party. Each use asks who it is (user verification). */
export function createWebauthn({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>) {
  const { origin, hostname: rpID } = new URL(PUBLIC_URL)
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }
  return {
    creationOptions: async ({ userId, email, fullName }: Owner, existing: Existing) =>
      PasskeyCreation.parse(
        withoutUndefined(
          await generateRegistrationOptions({
            ...{ rpName: 'Readroom', rpID, attestationType: 'none', timeout: 300_000 },
            ...{ userName: email, userDisplayName: fullName, userID: new TextEncoder().encode(userId) },
            excludeCredentials: idsOf(existing),
            authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
          }),
        ),
      ),

    /** `allowed`: of the account whose first step was right; none where the passkey says itself whose it is. */
    requestOptions: async (allowed: Existing) =>
      PasskeyRequest.parse(
        withoutUndefined(
          await generateAuthenticationOptions({
            ...{ rpID, userVerification: 'required', timeout: 300_000 },
            ...(allowed.length > 0 && { allowCredentials: idsOf(allowed) }),
          }),
        ),
      ),

    /** The passkey that was made for the challenge, as it is stored; null where it was made otherwise. */
    async readCreated(credential: PasskeyCreated, challenge: string): Promise<Omit<NewPasskey, 'userId' | 'name'> | null> {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: credential,
        expectedChallenge: challenge,
        ...expected,
      }).catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) return null
      const { id, publicKey, counter } = registrationInfo.credential
      return {
        ...{ credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter },
        ...{
          transports: credential.response.transports ?? [],
          isSynced: registrationInfo.credentialDeviceType === 'multiDevice',
        },
      }
    },

    /**
     * The passkey's counter after it has signed the challenge; null where it has not, or not here, or without asking who it is. A counter that did not
     * go up is a copy of the passkey.
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
