import type { Role } from '@readroom/contracts/core/permissions'
import { Instant } from '@readroom/contracts/core/primitives'
import { type CourseEntry, stepFactsOf } from '@readroom/contracts/patients/summary'
import { SkipReason } from '@readroom/contracts/reading/reading'
import { DealtDetails, readDecision } from '@readroom/contracts/studies/automatic-assignment'
import { MarkDetails } from '@readroom/contracts/studies/study-marks'
import { type CourseStep, stepOfEvent } from '@readroom/contracts/studies/study-workflow'
import { minutesBetween } from '@readroom/contracts/turnaround/turnaround'
import type { CourseEvent, DispatchRecord, DownloadRecord, EscalationRecord } from '@readroom/db/patients/study-summary'
import { type Pause, pausesOf, pausingEvents } from '@readroom/domain/studies/pauses/paused-time'
import { ResetDetails } from '@readroom/domain/studies/timeline'
import { z } from 'zod'

type Happened = {
  events: CourseEvent[]
  downloads: DownloadRecord[]
  dispatches: DispatchRecord[]
  escalations: EscalationRecord[]
}
type Entry = Omit<CourseEntry, 'at'> & { at: Date }

/** A step that says no more than its name. */
const plain = {
  by: null,
  byRole: null,
  doctorName: null,
  skip: null,
  deadline: null,
  pause: null,
  escalation: null,
  dealing: null,
  mark: null,
} as const satisfies Partial<Entry>

/** The person who was told of a critical result, or who acknowledged it. */
const Named = z.object({ name: z.string() }).partial()

/** An end of a pause with an answer. */
const Answered = z.object({ commentId: z.string() })

/** Returns the step of an event, which its details can change. */
function stepOf({ event }: CourseEvent): CourseStep | null {
  if (event.event === 'reset' && ResetDetails.parse(event.details).withdrawn) return 'withdrawn'
  if (event.event === 'resumed' && Answered.safeParse(event.details).success) return 'answered'
  if (event.event === 'declined' && DealtDetails.declined.safeParse(event.details).data?.kind === 'passedOver')
    return 'passedOver'
  if (event.event === 'unassigned' && isGivenBack(event.details)) return null
  return stepOfEvent(event.event)
}

function isGivenBack(details: unknown): boolean {
  const because = DealtDetails.unassigned.safeParse(details).data?.dealt.because
  return because === 'declined' || because === 'passedOver'
}

/** Returns what automatic assignment did with an event. Why other doctors were not chosen is for administrators alone. */
function dealingOf({ event: { event, details, reason } }: CourseEvent): CourseEntry['dealing'] {
  if (event === 'declined') return { kind: 'givenBack', reason: reason ?? '' }
  const decision = readDecision(event, details)
  return decision?.kind === 'chosen' ? { ...decision, explanation: { ...decision.explanation, others: [] } } : decision
}

const Skipped = z.object({ reason: SkipReason })

const skipOf = ({ event: { event, details, reason } }: CourseEvent): CourseEntry['skip'] =>
  event === 'skipped' ? { ...Skipped.parse(details), note: reason ?? '' } : null

const Applied = z.object({ dueBefore: Instant.nullable(), target: z.object({ dueAt: Instant }) })

function deadlineOf({ event: { event, details, reason } }: CourseEvent): CourseEntry['deadline'] {
  if (event !== 'deadline_applied') return null
  const { dueBefore, target } = Applied.parse(details)
  return { before: dueBefore, after: target.dueAt, reason: reason ?? '' }
}

/** Returns the pause that an event begins, renews or ends, with what was written. */
function pauseOf({ event: { event, at }, comment }: CourseEvent, pauses: readonly Pause[]): CourseEntry['pause'] {
  if (event !== 'resumed' && !pausingEvents.includes(event)) return null
  const pause = pauses.findLast(({ from }) => from <= at)
  return pause ? { reason: pause.reason, text: comment, minutes: event === 'resumed' ? minutesOf(pause) : null } : null
}

const minutesOf = ({ from, to }: Pause): number => minutesBetween(from, to) ?? 0

/** Lists the ends of pauses that ended by themselves. Nothing is written at that time. */
const ofExpiredPauses = (pauses: readonly Pause[], events: readonly CourseEvent[], now: Date): Entry[] =>
  pauses
    .filter(({ to }) => to <= now && !events.some(({ event }) => event.at.getTime() === to.getTime()))
    .map((pause) => ({
      ...plain,
      step: 'pauseExpired',
      at: pause.to,
      pause: { reason: pause.reason, text: null, minutes: minutesOf(pause) },
    }))

/** Returns the mark that an event sets or removes. Null if the event has lost its details. */
function markOf({ event: { event, details, reason } }: CourseEvent): CourseEntry['mark'] {
  const { mark } = MarkDetails.parse(details)
  return mark && (event === 'marked' || event === 'unmarked') ? { name: mark, note: reason ?? '' } : null
}

const Assigned = z.object({ replaced: z.array(z.string()) }).partial()

/** A further assignment replaces the reader, or adds a second one if the study still has one. */
function stepOfFurther({ event }: CourseEvent, hasReader: boolean): CourseStep {
  const { replaced = [] } = Assigned.parse(event.details)
  return replaced.length > 0 || !hasReader ? 'reassigned' : 'readerAdded'
}

/** The steps after which a study has a reader, or has none. */
const givingSteps: readonly CourseStep[] = ['assigned', 'unassigned', 'declined', 'passedOver']

function ofEvents(events: CourseEvent[], pauses: readonly Pause[], labName: string | null): Entry[] {
  let wasAssigned = false
  let hasReader = false
  return events.flatMap((happened) => {
    const found = stepOf(happened)
    if (!found) return []
    const step = found === 'assigned' && wasAssigned ? stepOfFurther(happened, hasReader) : found
    wasAssigned ||= found === 'assigned'
    if (givingSteps.includes(found)) hasReader = found === 'assigned'
    const by = step === 'received' ? labName : happened.actorName
    const about = happened.doctorName ?? Named.parse(happened.event.details).name ?? null
    return [
      {
        ...plain,
        step,
        at: happened.event.at,
        by,
        byRole: happened.actorRole,
        doctorName: about,
        skip: skipOf(happened),
        deadline: deadlineOf(happened),
        pause: pauseOf(happened, pauses),
        dealing: dealingOf(happened),
        mark: markOf(happened),
      },
    ]
  })
}

/** Leaves out downloads of drafts, which are not reports. */
const ofDownloads = (downloads: DownloadRecord[]): Entry[] =>
  downloads
    .filter(({ reportStatus }) => reportStatus !== 'draft')
    .map(({ kind, at, userName, role }) => ({
      ...plain,
      step: kind === 'zip' ? 'imagesDownloaded' : 'reportDownloaded',
      at,
      by: userName,
      byRole: role,
    }))

/** Dispatching to several people is one step for each. */
const ofDispatches = (dispatches: DispatchRecord[]): Entry[] =>
  dispatches.map(({ dispatch, dispatchedBy }) => ({
    ...plain,
    step: 'dispatched',
    at: dispatch.dispatchedAt,
    by: dispatchedBy,
  }))

/** Leaves out steps of which nobody was told. Email addresses are for administrators. */
const ofEscalations = (escalations: EscalationRecord[], role: Role): Entry[] =>
  escalations
    .map(({ emailed, addresses, ...told }) => ({ ...told, emailed: role === 'admin' ? [...emailed, ...addresses] : emailed }))
    .filter(({ live, emailed }) => live.length + emailed.length > 0)
    .map(({ step, at, live, emailed, emailedAt }) => ({
      ...plain,
      step: 'escalated',
      at,
      escalation: { step, live, emailed, emailedAt: emailedAt?.toISOString() ?? null },
    }))

/** Steps that happen often. Only the first of each person is kept, until a reset. */
const repeated: readonly CourseStep[] = ['opened', 'drafted', 'imagesDownloaded', 'reportDownloaded']

function withoutRepeats(entries: Entry[]): Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ step, by }) => {
    if (step === 'reset' || step === 'withdrawn') seen.clear()
    const key = `${step} ${by}`
    const isRepeat = repeated.includes(step) && seen.has(key)
    seen.add(key)
    return !isRepeat
  })
}

/** Lists what happened to a study, oldest first. */
export function courseOf(
  { events, downloads, dispatches, escalations }: Happened,
  labName: string | null,
  role: Role,
): CourseEntry[] {
  const pauses = pausesOf(events.map(({ event }) => event))
  const all = [
    ...ofEvents(events, pauses, labName),
    ...ofExpiredPauses(pauses, events, new Date()),
    ...ofDownloads(downloads),
    ...ofDispatches(dispatches),
    ...ofEscalations(escalations, role),
  ]
  const inOrder = all.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return withoutRepeats(inOrder)
    .filter((entry) => role !== 'lab_staff' || stepFactsOf(entry).isShownToStaff)
    .map((entry) => ({ ...entry, at: entry.at.toISOString(), dealing: role === 'lab_staff' ? null : entry.dealing }))
}
