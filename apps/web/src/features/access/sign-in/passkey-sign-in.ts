import { PasskeySigned } from '@readroom/contracts/access/passkeys'
import { signInEndpoints } from '@readroom/contracts/access/sign-in'
import { startAuthentication } from '@simplewebauthn/browser'
import { api } from '../../../lib/api/api.ts'
import { asSent, passkeyRefusal } from '../../../lib/session/passkeys.ts'
import { startSession } from './start-session.ts'

/** Signs in with a passkey, either as the second factor of a challenge or alone. If the browser or the user refuses, rejects with a message for the user. */
export async function signInWithPasskey(challenge?: string): Promise<void> {
  const begun = await api.call(signInEndpoints.passkeyOptions, { body: challenge === undefined ? {} : { challenge } })
  const signed = await startAuthentication({ optionsJSON: begun.options }).catch(passkeyRefusal)
  const credential = asSent(PasskeySigned, signed)
  startSession(await api.call(signInEndpoints.passkey, { body: { challenge: begun.challenge, credential } }))
}
