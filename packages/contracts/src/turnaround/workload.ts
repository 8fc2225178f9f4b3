import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id } from '../core/primitives.ts'
import { RefusalCause } from '../studies/automatic-assignment.ts'

/** Arrivals of a laboratory are forecast for so many hours, from the same weekdays of so many weeks. */
export const forecastHours = 4
export const forecastWeeks = 8

const Count = z.int().nonnegative()

/** Studies that wait for their report, in the bands of the countdown (docs/decisions/studies/countdown.md). */
const Waiting = z.object({ open: Count, atRisk: Count, late: Count })
export type Waiting = z.infer<typeof Waiting>

/** A doctor who can be assigned, or has unreported studies. Minutes are those that reading is expected to take. */
export const DoctorWorkload = Waiting.extend({
  doctorId: Id,
  fullName: z.string(),
  /** Can be given studies: account and profile are active. */
  isAssignable: z.boolean(),
  openMinutes: Count,
  /** First finished reports since midnight, and since Monday, in the clinic's zone. */
  reportedToday: Count,
  reportedThisWeek: Count,
  reportedMinutesThisWeek: Count,
  /** From upload to report, of the reports since Monday; null without one. */
  medianTurnaround: z.int().nullable(),
  /** Studies that automatic assignment gave the doctor and they gave back since Monday. */
  givenBackThisWeek: Count,
})
export type DoctorWorkload = z.infer<typeof DoctorWorkload>

export const LabWorkload = Waiting.extend({
  labId: Id,
  name: z.string(),
  /** Since midnight in the clinic's zone. */
  arrivedToday: Count,
  /** The median of the studies that arrived in the next hours of the same weekday, over the last weeks. */
  expectedSoon: Count,
  /** The names of the doctors who read for the laboratory and work now. */
  readersOn: z.array(z.string()),
})
export type LabWorkload = z.infer<typeof LabWorkload>

/** The step that a study waits for: a doctor, the doctor's first look, the first words, the signature, or the answer that a pause waits for. */
export const waitingCauses = ['unassigned', 'unopened', 'unwritten', 'unsigned', 'paused'] as const
export const WaitingCause = z.enum(waitingCauses)
export type WaitingCause = z.infer<typeof WaitingCause>

/** Studies that doctors gave back since Monday, for one reason. Declined ones and those of pools that were passed over. */
const GivenBack = z.object({ cause: RefusalCause, declined: Count, passedOver: Count })

export const Workload = z.object({
  /** The doctors with the most late studies first, then those at risk, then the open minutes. */
  doctors: z.array(DoctorWorkload),
  labs: z.array(LabWorkload),
  /** The studies that wait for a report, by what they wait for. */
  causes: z.record(WaitingCause, Waiting),
  /** By reason, the most frequent first. */
  givenBack: z.array(GivenBack),
})
export type Workload = z.infer<typeof Workload>

/** Figures of fewer other doctors would tell whose they are. */
export const fewestOthers = 5

/** A doctor's own work beside the medians of the others who can be assigned. */
export const OwnWorkload = z.object({
  own: DoctorWorkload,
  /** Null: there are fewer than five others. */
  others: DoctorWorkload.omit({ doctorId: true, fullName: true, isAssignable: true }).nullable(),
})
export type OwnWorkload = z.infer<typeof OwnWorkload>

export const workloadEndpoints = defineEndpoints({
  view: {
    method: 'GET',
    path: '/api/admin/workload',
    summary: 'Open, late and reported studies of each doctor and laboratory, and what the waiting studies wait for',
    access: 'assignment.edit',
    scope: 'none',
    response: ok({ workload: Workload }),
    errors: [],
  },
  viewOwn: {
    method: 'GET',
    path: '/api/doctor/workload',
    summary: 'Open, late and reported studies of the calling doctor, beside the medians of the other doctors',
    access: 'worklist.doctor',
    scope: 'rows',
    response: ok({ workload: OwnWorkload }),
    errors: ['DOCTOR_NOT_FOUND'],
  },
})
