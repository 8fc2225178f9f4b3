import { z } from 'zod'
import { auditActionNames, auditKinds } from '../core/audit-actions.ts'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Role } from '../core/permissions.ts'
import { CalendarDate, Id, Instant, line } from '../core/primitives.ts'

/** The number of entries on a page, and in an export. */
export const auditPageSize = 100
export const maxAuditExport = 100_000

/** The search text. Days are those of the clinic's zone, both included. */
const filters = {
  person: Id.optional(),
  /** The patient's row, and with it all studies and documents of the patient. */
  patient: Id.optional(),
  study: Id.optional(),
  /** A study of the patient whose row, studies and documents are meant. */
  recordOf: Id.optional(),
  action: z.enum(auditActionNames).optional(),
  kind: z.enum(auditKinds).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  /** A patient ID or accession number as a whole, words of a patient's name, or a part of an account's name or email address. */
  search: line(200).default(''),
}
export const AuditFilters = z.strictObject(filters)
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditEntry = z.object({
  /** Its number: the next one is higher, though not always by one. */
  entry: z.int(),
  at: Instant,
  /** Null if nobody was signed in, or the system did it by itself. */
  person: z.object({ _id: Id, fullName: z.string(), role: Role }).nullable(),
  /** One of `auditActions`, or of another version of the program. */
  action: z.string(),
  patient: z.object({ _id: Id, patientId: z.string().nullable(), patientName: z.string().nullable() }).nullable(),
  study: z.object({ _id: Id, accessionNumber: z.string().nullable(), description: z.string().nullable() }).nullable(),
  targetType: z.string().nullable(),
  targetId: z.string().nullable(),
  /** The current name of the account, doctor or laboratory. */
  targetName: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  /** Of the chain; null for an entry that is not in it. */
  hash: z.string().nullable(),
  /** False: it was changed after it was written, or the one before it was. */
  isIntact: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** The result of the last check of the whole audit chain. */
export const AuditCheck = z.object({
  /** The time at which the running or waiting check was requested; null if there is none. */
  askedAt: Instant.nullable(),
  /** Null if no check has ended yet. */
  last: z
    .object({
      at: Instant,
      /** The number of verified entries. */
      entries: z.int(),
      /** The number of entries now, those since the check included. */
      total: z.int(),
      /** Null: the chain is whole. */
      fault: z.string().nullable(),
      /** The entry that does not fit, if one can be named. */
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
    summary: 'Audit entries, newest first. The first page of a look is an entry itself',
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
    summary: 'Result of the last verification of the chain',
    response: ok({ check: AuditCheck }),
    errors: [],
  },
  startCheck: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/audit/check',
    summary: 'Verify the whole chain now',
    response: ok({ check: AuditCheck }),
    errors: [],
  },
})
