import type { SignInAnswer } from '@readroom/contracts/auth'
import type { z } from 'zod'
import { ApiError } from '../../lib/api/api-error.ts'
import { sessionStore } from '../../lib/session/session.ts'

/** Begins the session that a finished sign-in answers. */
export function startSession({ user, token, expiresIn }: z.infer<typeof SignInAnswer>): void {
  if (!user || !token) throw new ApiError('UNEXPECTED', 200, 'Login failed')
  sessionStore.start(user, token, expiresIn)
}
