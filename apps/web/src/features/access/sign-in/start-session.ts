import type { SignInAnswer } from '@readroom/contracts/access/auth'
import type { z } from 'zod'
import { ApiError } from '../../../lib/api/api-error.ts'
import { sessionStore } from '../../../lib/session/session.ts'

/** Starts the session from the answer to a completed sign-in. */
export function startSession({ user, token, expiresIn }: z.infer<typeof SignInAnswer>): void {
  if (!user || !token) throw new ApiError('UNEXPECTED', 200, 'Login failed')
  sessionStore.start(user, token, expiresIn)
}
