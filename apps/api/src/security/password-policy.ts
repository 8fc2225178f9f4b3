import { AppError } from '@readroom/contracts/errors'
import type { Settings } from '@readroom/contracts/settings'
import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set(dictionary['passwords-common'])

type NewPassword = { newPassword: string; confirmPassword: string }

/** What somebody who knows the user would try first. */
function isPersonal(password: string, known: readonly string[]): boolean {
  return [...known, ...known.flatMap((text) => text.split(/[\s@]/)), 'readroom'].some((text) => text.toLowerCase() === password)
}

export type PasswordRules = Pick<Settings, 'minPasswordLength' | 'refuseCommonPasswords'>

/**
 * Refuses what cannot be a new password: PASSWORDS_DIFFER, PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON.
 * `known` are the account's names and addresses, which are refused by every rule.
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
