import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'
import { ExpectedNow } from '../studies/assignment-engine.ts'
import { RefusalCause } from '../studies/automatic-assignment.ts'
import { BodyRegion } from '../studies/body-regions.ts'
import { StudyFacts } from './automatic-assignment.ts'
import { Lateness } from './lateness.ts'

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

/** Evenness is shown of the studies that arrived in so many days. */
export const balanceDays = 7

/** How evenly work was given, and how much of it was late (docs/decisions/turnaround/workload.md). */
export const Balance = z.object({
  /** As in a simulation: 1 if each doctor was given the same part of the share. Null: nobody was given a study. */
  evenness: z.number().nullable(),
  /** Doctors who were given a study, or could have been. `shareMinutes`: the doctor's share of the studies that the doctor could read when they were given. */
  doctors: z.array(z.object({ doctorId: Id, fullName: z.string(), minutes: Count, shareMinutes: Count })),
  lateness: Lateness,
})
export type Balance = z.infer<typeof Balance>

/** The hours that are forecast one by one, the present one included. */
export const hoursAhead = 24

/** What doctors read or do not read. `bodyRegions`: null if the region decides nothing. */
const ForecastWork = z.object({ modalities: z.array(z.string()), bodyRegions: z.array(BodyRegion).nullable() })

/** A time in which nobody is on who reads some studies of a laboratory. */
export const ForecastGap = z.object({
  /** Null: the studies have no laboratory. */
  labId: Id.nullable(),
  /** Null: all studies of the laboratory. */
  work: z.array(ForecastWork).nullable(),
  /** False: no doctor reads them at any time. */
  hasReaders: z.boolean(),
  from: Instant,
  /** Null: nobody comes within three days. */
  to: Instant.nullable(),
  /** Studies that are not read when it begins, those that are expected to arrive in it, and those of both that are due in it. */
  open: Count,
  expected: Count,
  due: Count,
})
export type ForecastGap = z.infer<typeof ForecastGap>

const ForecastHour = z.object({
  /** Studies that are expected to arrive, that nobody has read by the end, and that become late. */
  expected: Count,
  open: Count,
  late: Count,
})

export const LabForecast = z.object({
  /** Null: the studies have no laboratory. */
  labId: Id.nullable(),
  name: z.string().nullable(),
  /** Open studies that are late already. */
  late: Count,
  /** When the first study becomes late. Null: none does. */
  lateFrom: Instant.nullable(),
  hours: z.array(ForecastHour).length(hoursAhead),
})
export type LabForecast = z.infer<typeof LabForecast>

/** A doctor who can be assigned, and when the doctor is on in the hours of the forecast. */
const ForecastReader = z.object({
  doctorId: Id,
  fullName: z.string(),
  /** Null: all. */
  readsLabIds: z.array(Id).nullable(),
  on: z.array(z.object({ from: Instant, to: Instant })),
})

/** The most urgent studies that a forecast names. */
export const maxUrgent = 20

/** An emergency or stat study that nobody has opened and that is expected late. */
const UrgentStudy = StudyFacts.extend({ labName: z.string().nullable(), expected: ExpectedNow })
export type UrgentStudy = z.infer<typeof UrgentStudy>

/** What is expected of the next hours (docs/decisions/turnaround/forecast.md). */
export const Forecast = z.object({
  /** The beginning of each hour, by the clinic's clock. The first one is the present hour. */
  hours: z.array(Instant).length(hoursAhead),
  /** The first gap first. */
  gaps: z.array(ForecastGap),
  /** Laboratories with open or expected studies. Those that become late first are first. */
  labs: z.array(LabForecast),
  readers: z.array(ForecastReader),
  /** Those that are due first. */
  urgent: z.array(UrgentStudy).max(maxUrgent).default([]),
})
export type Forecast = z.infer<typeof Forecast>

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
  forecast: {
    method: 'GET',
    path: '/api/admin/workload/forecast',
    summary:
      'Studies that are open and expected in each of the next 24 hours, when nobody reads them, and from when they will be late',
    access: 'assignment.edit',
    scope: 'none',
    response: ok({ forecast: Forecast }),
    errors: [],
  },
  balance: {
    method: 'GET',
    path: '/api/admin/workload/balance',
    summary: 'How evenly the studies of the last 7 days were given to doctors, and how many of them were late',
    access: 'assignment.edit',
    scope: 'none',
    response: ok({ balance: Balance }),
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
