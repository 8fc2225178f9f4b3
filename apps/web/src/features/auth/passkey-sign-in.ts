import { PasskeySigned } from '@readroom/contracts/passkeys'
import { signInEndpoints } from '@readroom/contracts/sign-in'
import { startAuthentication } from '@simplewebauthn/browser'
import { api } from '../../lib/api/api.ts'
import { asSent, passkeyRefusal } from '../../lib/session/passkeys.ts'
import { startSession } from './start-session.ts'

/** Signs in with a passkey: as the second step of a challenge, or by itself. Rejects with words for the user where the browser or its owner says no. */
export async function signInWithPasskey(challenge?: string): Promise<void> {
  const begun = await api.call(signInEndpoints.passkeyOptions, { body: challenge === undefined ? {} : { challenge } })
  const signed = await startAuthentication({ optionsJSON: begun.options }).catch(passkeyRefusal)
  const credential = asSent(PasskeySigned, signed)
  startSession(await api.call(signInEndpoints.passkey, { body: { challenge: begun.challenge, credential } }))
}
