import { AccountUpdate, StaffRegistration, type UserAccount } from '@readroom/contracts/people/users'
import { z } from 'zod'

export const nameFields = ['fullName', 'email', 'username'] as const
export const staffFields = [...nameFields, 'labId'] as const
export const accountMissing = 'Full name, email, and username are required.'
export const staffMissing = 'Laboratory, full name, email, and username are required.'

export type AccountFields = Record<(typeof staffFields)[number], string> & { updatedAt: string }

/** `labId` is empty for accounts without a laboratory. */
export const AccountForm = AccountUpdate.extend({ labId: z.string() })
export const StaffForm = StaffRegistration.extend({ labId: z.uuid('Required') })

export const toAccountFields = ({ fullName, email, username, labId, updatedAt }: UserAccount): AccountFields => ({
  fullName,
  email,
  username,
  updatedAt,
  labId: labId ?? '',
})

export const newStaff = (labId: string): AccountFields => ({ fullName: '', email: '', username: '', labId, updatedAt: '' })

/** The field that shows each refusal. */
export const accountFieldsOfCodes = { EMAIL_TAKEN: 'email', USERNAME_TAKEN: 'username', LAB_NOT_FOUND: 'labId' } as const
