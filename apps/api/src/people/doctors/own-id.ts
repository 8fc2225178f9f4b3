import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'

/** Returns the account's profile id. Throws DOCTOR_NOT_FOUND for an account without one. */
export function ownId({ doctorId }: Actor): string {
  if (doctorId === null) throw new AppError('DOCTOR_NOT_FOUND')
  return doctorId
}
