import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Email, FullName, line, Username } from '../core/primitives.ts'
import { DoctorRegistration } from './doctors.ts'

export const maxImportLines = 1000
export const maxImportBytes = 1024 * 1024

const common = {
  email: Email,
  fullName: FullName,
  /** Left empty: made from the email address. */
  username: Username.or(z.literal('')),
}

const { isActiveProfile: _flag, availableDays: _days, ...profession } = DoctorRegistration.shape

/** A line of the file for each role, by the names of its columns. */
export const ImportedStaff = z.strictObject({ role: z.literal('staff'), ...common, laboratory: line(16).min(1) })
export const ImportedDoctor = z.strictObject({ ...profession, role: z.literal('doctor'), ...common })
export type ImportedStaff = z.output<typeof ImportedStaff>
export type ImportedDoctor = z.output<typeof ImportedDoctor>

/** The columns of a file, in any order; those that a role does not have stay empty on its lines. */
export const importColumns = [
  ...(['role', 'fullName', 'email', 'username', 'laboratory'] as const),
  ...(['specialization', 'licenseNumber', 'department', 'qualifications', 'yearsOfExperience'] as const),
  ...(['contactPhoneOffice', 'biography', 'languages'] as const),
] as const
export type ImportColumn = (typeof importColumns)[number]
/** Without these there is nobody to be imported. */
export const neededColumns = ['role', 'fullName', 'email'] as const satisfies readonly ImportColumn[]

/** A fault that keeps a line from being imported. */
export const ImportFault = z.object({
  /** In the file, from 1; the heading is line 1. */
  line: z.int(),
  column: z.string().nullable(),
  /** The text of the cell, or of the whole line where it has no columns. */
  value: z.string(),
  what: z.string(),
})
export type ImportFault = z.infer<typeof ImportFault>

/** A line that can be imported. */
export const ImportedPerson = z.object({
  line: z.int(),
  role: z.enum(['doctor', 'staff']),
  fullName: z.string(),
  email: z.string(),
  /** Of staff: the identifier of their laboratory. */
  laboratory: z.string().nullable(),
})
export type ImportedPerson = z.infer<typeof ImportedPerson>

/** The result of checking a file before an import. `people` are the accounts that it would create if there were no faults. */
export const ImportCheck = z.object({
  doctors: z.int(),
  staff: z.int(),
  people: z.array(ImportedPerson),
  faults: z.array(ImportFault),
})
export type ImportCheck = z.infer<typeof ImportCheck>

const file = {
  access: 'user.manage',
  scope: 'none',
  method: 'POST',
  multipart: {
    fields: z.strictObject({}),
    file: { name: 'people', required: true, maxBytes: maxImportBytes, tooLarge: 'IMPORT_TOO_LARGE' },
  },
} as const

export const peopleImportEndpoints = defineEndpoints({
  check: {
    ...file,
    path: '/api/admin/people/import/check',
    summary:
      'Say what an import of doctors and laboratory staff (.csv) would do, and name each line that is wrong. Changes nothing',
    response: ok({ check: ImportCheck }),
    errors: ['IMPORT_TOO_LARGE', 'IMPORT_UNREADABLE'],
  },
  run: {
    ...file,
    path: '/api/admin/people/import',
    summary: 'Import doctors and laboratory staff (.csv), all of them or none; their generated passwords are mailed',
    response: ok({ message: z.string(), doctors: z.int(), staff: z.int() }),
    errors: ['IMPORT_TOO_LARGE', 'IMPORT_UNREADABLE', 'IMPORT_REFUSED', 'EMAIL_TAKEN', 'USERNAME_TAKEN'],
  },
})
