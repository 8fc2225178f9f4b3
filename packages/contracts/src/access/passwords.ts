import type { ErrorCode } from '../core/errors.ts'
import { text } from '../core/primitives.ts'

/** The minimum length of a new password, in characters. */
export const minPasswordLength = 6

/** Any password as typed; what a new one must be is checked by the server, which answers `newPasswordErrors`. */
export const Password = text(1024).min(1)

export const newPasswordErrors = ['PASSWORDS_DIFFER', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'] as const satisfies ErrorCode[]

/** A generated password works this long, until it is changed at the first sign-in. */
export const generatedPasswordHours = 72
