import { AccountUpdate, StaffRegistration, type UserAccount } from '@readroom/contracts/people/users'
import { z } from 'zod'

export const accountMissing = 'Full name, email, and username are required.'
export const staffMissing = 'Laboratory, full name, email, and username are required.'

/** `labId` is empty for accounts without a laboratory. */
export const AccountForm = AccountUpdate.extend({ labId: z.string() })
export const StaffForm = StaffRegistration.extend({ labId: z.uuid('Required') })
export type AccountFields = z.input<typeof StaffForm>

export const toAccountFields = ({ fullName, email, username, labId, updatedAt }: UserAccount): z.input<typeof AccountForm> => ({
  fullName,
  email,
  username,
  updatedAt,
  labId: labId ?? '',
})

/** The field that shows each refusal. */
export const accountFieldsOfCodes = { EMAIL_TAKEN: 'email', USERNAME_TAKEN: 'username', LAB_NOT_FOUND: 'labId' } as const
