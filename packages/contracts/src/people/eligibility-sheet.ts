import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { weekdays } from './doctors.ts'
import { ImportFault, maxImportBytes } from './people-import.ts'

/**
 * The columns of the sheet, one line for each doctor (docs/decisions/people/eligibility-sheet.md). The email says whose line it is, and the name is
 * for readers only. A column that a file leaves out stays as it is.
 */
export const eligibilityColumns = [
  ...(['email', 'fullName', 'laboratories', 'modalities', 'bodyRegions', 'groups'] as const),
  ...(['openMinutesLimit', 'workShare', 'licenseExpiresOn', 'timeZone'] as const),
  ...weekdays,
  ...(['absences', 'version'] as const),
] as const
export const EligibilityColumn = z.enum(eligibilityColumns)
export type EligibilityColumn = z.infer<typeof EligibilityColumn>

/** Without these a line could overwrite a newer change of its doctor. */
export const neededEligibilityColumns = ['email', 'version'] as const satisfies readonly EligibilityColumn[]

/** The cells of a doctor that an import would change, before and after it. */
export const EligibilityChange = z.object({
  /** In the file, from 1; the heading is line 1. */
  line: z.int(),
  fullName: z.string(),
  email: z.string(),
  cells: z.array(z.object({ column: EligibilityColumn, before: z.string(), after: z.string() })).min(1),
})
export type EligibilityChange = z.infer<typeof EligibilityChange>

/** The result of checking a file. `unchanged` counts the doctors whose line says what is so already. */
export const EligibilityCheck = z.object({
  changes: z.array(EligibilityChange),
  unchanged: z.int().nonnegative(),
  faults: z.array(ImportFault),
})
export type EligibilityCheck = z.infer<typeof EligibilityCheck>

/** The character between the cells. Spreadsheets expect the one of their country. */
export const sheetSeparators = { comma: ',', semicolon: ';' } as const
export const SheetSeparator = z.enum(['comma', 'semicolon'])
export type SheetSeparator = z.infer<typeof SheetSeparator>

const path = '/api/admin/eligibility'
const forAdmins = { access: 'doctor.manage', scope: 'none' } as const
const withFile = {
  ...forAdmins,
  method: 'POST',
  multipart: {
    fields: z.strictObject({}),
    file: { name: 'doctors', required: true, maxBytes: maxImportBytes, tooLarge: 'IMPORT_TOO_LARGE' },
  },
} as const

export const eligibilitySheetEndpoints = defineEndpoints({
  download: {
    ...forAdmins,
    method: 'GET',
    path,
    summary: 'The studies that each doctor can be given, with shifts and absences (.csv), to be edited and imported',
    query: z.strictObject({ separator: SheetSeparator.default('comma') }),
    response: 'file',
    errors: [],
  },
  check: {
    ...withFile,
    path: `${path}/check`,
    summary: 'Say what an import of the edited sheet (.csv) would change, and name each cell that is wrong. Changes nothing',
    response: ok({ check: EligibilityCheck }),
    errors: ['IMPORT_TOO_LARGE', 'IMPORT_UNREADABLE'],
  },
  run: {
    ...withFile,
    path: `${path}/import`,
    summary: 'Import the edited sheet (.csv), all of its lines or none',
    response: ok({ message: z.string(), changed: z.int() }),
    errors: ['IMPORT_TOO_LARGE', 'IMPORT_UNREADABLE', 'IMPORT_REFUSED'],
  },
})
