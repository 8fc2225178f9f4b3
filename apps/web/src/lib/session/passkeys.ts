import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { parseJson } from '../api/request.ts'

const words: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Please try again, or choose another way.',
  InvalidStateError: 'This device has a passkey of your account already.',
  SecurityError: 'Passkeys work only at the address of this portal, and over a secure connection.',
}

/** What the browser, or whoever sits before it, refused, in words for the user. */
export function passkeyRefusal(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new ApiError('PASSKEY_REFUSED', 0, words[name] ?? 'This browser cannot use passkeys here.')
}

/** What the browser gave as it is sent: fields that are undefined are not there. */
export const asSent = <S extends z.ZodObject>(schema: S, credential: object): z.output<S> =>
  schema.parse(parseJson(JSON.stringify(credential)))
