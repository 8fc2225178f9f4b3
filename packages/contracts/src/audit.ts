import { z } from 'zod'
import { auditActionNames, auditKinds } from './audit-actions.ts'
import { defineEndpoints, ok } from './endpoint.ts'
import { Role } from './permissions.ts'
import { CalendarDate, Id, Instant, line } from './primitives.ts'

/** So many entries are shown at once, and so many can be exported. */
export const auditPageSize = 100
export const maxAuditExport = 100_000

/** What is looked for. Days are those of the clinic's zone, both included. */
const filters = {
  person: Id.optional(),
  /** The patient's row, and with it all studies and documents of the patient. */
  patient: Id.optional(),
  study: Id.optional(),
  action: z.enum(auditActionNames).optional(),
  kind: z.enum(auditKinds).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  /** A patient id or accession number as a whole, or a part of a person's name or e-mail address. */
  search: line(200).default(''),
}
export const AuditFilters = z.strictObject(filters)
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditEntry = z.object({
  /** Its number: the next one is higher, though not always by one. */
  entry: z.int(),
  at: Instant,
  /** Null where nobody was signed in, or the system did it by itself. */
  person: z.object({ _id: Id, fullName: z.string(), role: Role }).nullable(),
  /** One of `auditActions`, or of another version of the program. */
  action: z.string(),
  patient: z.object({ _id: Id, patientId: z.string().nullable(), patientName: z.string().nullable() }).nullable(),
  study: z.object({ _id: Id, accessionNumber: z.string().nullable(), description: z.string().nullable() }).nullable(),
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  /** What an account, doctor or laboratory that it is about is called today. */
  targetName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  /** Of the chain; null for an entry that is not in it. */
  hash: z.string().nullable(),
  /** False: it was changed after it was written, or the one before it was. */
  isIntact: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** How the last walk along the whole chain ended. */
export const AuditCheck = z.object({
  /** When the walk that runs or waits was asked for; null where none does. */
  askedAt: Instant.nullable(),
  /** Null where none has ended yet. */
  last: z
    .object({
      at: Instant,
      entries: z.int(),
      /** Null: the chain is whole. */
      fault: z.string().nullable(),
      /** The entry that does not fit, where one can be named. */
      faultyEntry: z.int().nullable(),
    })
    .nullable(),
})
export type AuditCheck = z.infer<typeof AuditCheck>

const forAdmins = { access: 'system.manage', scope: 'none' } as const

export const auditEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/audit',
    summary: 'Who did what, the newest first. The first page of a look is an entry itself',
    leavesTrace: true,
    query: z.strictObject({
      ...filters,
      /** Those before this entry. */
      before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    response: ok({
      data: z.array(AuditEntry),
      /** Asks for the next page as `before`; null on the last. */
      next: z.int().nullable(),
    }),
    errors: [],
  },
  export: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/audit/export',
    summary: 'The same as a spreadsheet (.xlsx)',
    leavesTrace: true,
    query: AuditFilters,
    response: 'file',
    errors: ['EXPORT_EMPTY', 'EXPORT_TOO_LARGE'],
  },
  check: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/audit/check',
    summary: 'Whether the chain of all entries is whole, as last walked along',
    response: ok({ check: AuditCheck }),
    errors: [],
  },
  startCheck: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/audit/check',
    summary: 'Have the whole chain walked along now',
    response: ok({ check: AuditCheck }),
    errors: [],
  },
})
