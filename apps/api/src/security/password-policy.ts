import { AppError } from '@readroom/contracts/errors'
import { minPasswordLength } from '@readroom/contracts/passwords'
import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set(dictionary['passwords-common'])

type NewPassword = { newPassword: string; confirmPassword: string }

/** What somebody who knows the user would try first. */
function isPersonal(password: string, known: readonly string[]): boolean {
  return [...known, ...known.flatMap((text) => text.split(/[\s@]/)), 'readroom'].some((text) => text.toLowerCase() === password)
}

/**
 * Refuses what cannot be a new password: PASSWORDS_DIFFER, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON.
 * `known` are the account's names and addresses.
 */
export function checkNewPassword({ newPassword, confirmPassword }: NewPassword, known: readonly string[]): void {
  if (newPassword !== confirmPassword) throw new AppError('PASSWORDS_DIFFER')
  if (Array.from(newPassword).length < minPasswordLength) throw new AppError('PASSWORD_TOO_SHORT')
  const typed = newPassword.toLowerCase()
  if (commonPasswords.has(typed) || new Set(typed).size < 3 || isPersonal(typed, known)) throw new AppError('PASSWORD_TOO_COMMON')
}
