import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { parseJson } from '../api/request.ts'

const words: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or choose another way to sign in.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys work only over a secure connection at the address of this portal.',
}

/** Throws an error that tells the user why the browser or the user refused a passkey. */
export function passkeyRefusal(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new ApiError('PASSKEY_REFUSED', 0, words[name] ?? 'This browser cannot use passkeys here.')
}

/** Returns a credential as it is sent, without its undefined fields. */
export const asSent = <S extends z.ZodObject>(schema: S, credential: object): z.output<S> =>
  schema.parse(parseJson(JSON.stringify(credential)))
