import { AppError } from '@readroom/contracts/core/errors'
import type { Settings } from '@readroom/contracts/operations/settings'
import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set(dictionary['passwords-common'])

type NewPassword = { newPassword: string; confirmPassword: string }

/** Returns true for a guess that someone who knows the user would try first. */
function isPersonal(password: string, known: readonly string[]): boolean {
  return [...known, ...known.flatMap((text) => text.split(/[\s@]/)), 'readroom'].some((text) => text.toLowerCase() === password)
}

export type PasswordRules = Pick<Settings, 'minPasswordLength' | 'refuseCommonPasswords'>

/**
 * Throws PASSWORDS_DIFFER, PASSWORD_TOO_SHORT or PASSWORD_TOO_COMMON.
 * `known` are the account's names and addresses, which are refused whatever the settings are.
 */
export function checkNewPassword(
  { newPassword, confirmPassword }: NewPassword,
  known: readonly string[],
  { minPasswordLength, refuseCommonPasswords }: PasswordRules,
): void {
  if (newPassword !== confirmPassword) throw new AppError('PASSWORDS_DIFFER')
  if (Array.from(newPassword).length < minPasswordLength) throw new AppError('PASSWORD_TOO_SHORT', { count: minPasswordLength })
  const typed = newPassword.toLowerCase()
  const isCommon = refuseCommonPasswords && commonPasswords.has(typed)
  if (isCommon || new Set(typed).size < 3 || isPersonal(typed, known)) throw new AppError('PASSWORD_TOO_COMMON')
}
