import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, Id, Instant } from '../core/primitives.ts'
import { DealtDecision } from '../studies/automatic-assignment.ts'

/** Decisions on a page, and in one export. */
export const decisionPageSize = 50
export const maxExportedDecisions = 20_000

/** What became of a study after a doctor was chosen: the report came in time or late, the doctor lost the study, or it is still open. */
export const decisionOutcomes = ['reported', 'reportedLate', 'takenBack', 'open', 'openLate'] as const

/** The outcomes in words. */
export const outcomeWords: Record<(typeof decisionOutcomes)[number], string> = {
  reported: 'Reported in time',
  reportedLate: 'Reported late',
  takenBack: 'Taken from this doctor',
  open: 'Not reported yet',
  openLate: 'Not reported yet, and late',
}

/** A decision of automatic assignment about a study. */
export const AssignmentDecision = z.object({
  _id: Id,
  at: Instant,
  decision: DealtDecision,
  /** The administrator who confirmed the proposal or the move, at that time. Null: nobody had to. */
  confirmedBy: z.string().nullable().default(null),
  studyId: Id,
  labName: z.string().nullable(),
  patientName: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  dueAt: Instant.nullable(),
  /** Null: no doctor was found. */
  doctorId: Id.nullable(),
  /** Null unless a doctor was chosen. */
  outcome: z.enum(decisionOutcomes).nullable(),
  /** The time of the report, or at which the doctor lost the study. */
  outcomeAt: Instant.nullable(),
})
export type AssignmentDecision = z.infer<typeof AssignmentDecision>

const filters = {
  doctor: Id.optional(),
  lab: Id.optional(),
  /** Days in the clinic's zone, both included. */
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
}
export const DecisionFilters = z.strictObject(filters)
export type DecisionFilters = z.infer<typeof DecisionFilters>

const forAdmins = { access: 'assignment.edit', scope: 'none', method: 'GET' } as const
const path = '/api/admin/assignment/decisions'

export const assignmentDecisionEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    path,
    summary: 'Decisions of automatic assignment, newest first, with their reasons, the doctors left out, and the outcome',
    query: z.strictObject({ ...filters, /** Those before this decision. */ before: Id.optional() }),
    response: ok({
      decisions: z.array(AssignmentDecision),
      /** The present names of the doctors, by their ids. */
      doctorNames: z.record(z.string(), z.string()),
      /** Asks for the next page as `before`; null on the last. */
      next: Id.nullable(),
    }),
    errors: [],
  },
  export: {
    ...forAdmins,
    path: `${path}/export`,
    summary: 'The newest 20,000 of the same as a table (.csv)',
    query: DecisionFilters,
    response: 'file',
    errors: [],
  },
})
