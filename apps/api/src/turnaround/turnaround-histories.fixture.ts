import { nextStatus, type StudyEvent } from '@readroom/contracts/studies/study-workflow'
import type { TurnaroundDateType, TurnaroundFilters } from '@readroom/contracts/turnaround/turnaround-report'
import type { Actor } from '@readroom/db/core/actor'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { updateProjections } from '@readroom/db/studies/study-events'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createCast, createDoctor, createLab, createStudy } from '@readroom/db/testing/factories'
import { project } from '@readroom/domain/studies/timeline'
import fc from 'fast-check'
import type { TestApi } from '../testing/test-api.ts'

export const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
/** Half an hour before each zone's clocks change, and near the end of February and of a year. */
export const moments = [
  '2026-03-29T00:30:00Z',
  '2026-10-25T00:30:00Z',
  '2026-03-08T06:30:00Z',
  '2026-11-01T05:30:00Z',
  '2028-02-28T22:00:00Z',
  '2026-12-31T17:00:00Z',
].map((text) => Date.parse(text))
const happens = [
  'settled',
  'assigned',
  'unassigned',
  'opened',
  'report_started',
  'drafted',
  'uploaded',
  'finalized',
  'reset',
  'images_added',
  'downloaded_by_lab',
  'prioritized',
  'edited',
  'prior_opened',
  'archived',
] as const satisfies StudyEvent[]

type Happening = { event: StudyEvent; afterSeconds: number; doctor: number }
type History = { start: number; happenings: Happening[]; studyDate: string | null; modalities?: readonly string[] }
type Told = { event: StudyEvent; at: Date; doctorId: string }

const happening = fc.record({
  event: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('settled', 'assigned', 'finalized' as const) },
    fc.constantFrom(...happens),
  ),
  afterSeconds: fc.oneof(fc.constantFrom(0, 3600, 86_400), fc.integer({ min: 1, max: 200_000 })),
  doctor: fc.integer({ min: 0, max: 1 }),
})
export const history = fc.record({
  start: fc.tuple(fc.constantFrom(...moments), fc.integer({ min: -4000, max: 4000 })).map(([at, seconds]) => at + seconds * 1000),
  happenings: fc.array(happening, { maxLength: 12 }),
  studyDate: fc.constantFrom(null, '2026-03-28', '2026-03-29', '2026-10-25', '2028-02-29'),
  modalities: fc.constantFrom([], ['CT'], ['CT', 'SR'], ['MR']),
})

/** A study that is reported at once or later, often at the edge of a band, followed by other events. */
export const reportedHistory = fc
  .record({
    history,
    took: fc.oneof(fc.constantFrom(0, 59, 60, 3600, 3659, 3660, 14_459, 14_460), fc.integer({ max: 200_000, min: 0 })),
  })
  .map(({ history: { happenings, ...story }, took }) => {
    const begin = (['settled', 'assigned'] as const).map((event) => ({ event, afterSeconds: 0, doctor: 0 }))
    const report = { event: 'finalized', afterSeconds: took, doctor: story.start % 2 } as const
    return { ...story, happenings: [...begin, report, ...happenings.slice(0, 2)] }
  })

const minutes = (from: Date | undefined, to: Date | undefined) =>
  from && to ? Math.floor((to.getTime() - from.getTime()) / 60_000) : null
const isReport = ({ event }: Told) => event === 'uploaded' || event === 'finalized'

const hours = (from: Date, count: number) => new Date(from.getTime() + count * 3_600_000)

/** Returns when the report is due: a day after the study is ready, or four hours once it is urgent. */
function dueOf(told: Told[]): Date | null {
  let [ready, due, isUrgent, isDone]: [Date | null, Date | null, boolean, boolean] = [null, null, false, false]
  for (const one of told) {
    const { event, at } = one
    if (event === 'reset' || (event === 'settled' && !isDone)) [ready, due, isDone] = [at, hours(at, isUrgent ? 4 : 24), false]
    if (event === 'prioritized' && ready && due && !isDone) {
      const raised = hours(at, 4)
      due = isUrgent ? hours(ready, 4) : raised < due ? raised : due
    }
    if (event === 'prioritized') isUrgent = true
    if (isReport(one)) isDone = true
  }
  return due
}

/** Returns the turnaround figures to expect for a study, computed from its history alone. */
function expectedOf(received: Date, told: Told[], { studyDate, modalities = ['CT'] }: History) {
  const lastReset = told.findLastIndex(({ event }) => event === 'reset')
  const reports = told.slice(lastReset + 1).filter(isReport)
  const [assigned, report] = [told.find(({ event }) => event === 'assigned')?.at, reports[0]?.at]
  const starts = [-1, ...told.flatMap(({ event }, index) => (event === 'reset' ? [index] : []))]
  const cycles = starts.map((start, index) => {
    const [from, to] = [told[start]?.at ?? received, told.slice(start + 1, starts[index + 1]).find(isReport)?.at]
    return { startDate: from.toISOString(), reportDate: to?.toISOString() ?? null, startToReportTAT: minutes(from, to) }
  })
  const dates: Record<TurnaroundDateType, Date | string | null> = {
    uploadDate: received,
    studyDate,
    assignedDate: assigned ?? null,
    reportDate: report ?? null,
  }
  const fullTatDetails = {
    uploadToAssignmentTAT: minutes(received, assigned),
    assignmentToReportTATFormatted: minutes(assigned, report),
    uploadToReportTATFormatted: minutes(received, report),
    cycles,
  }
  const due = dueOf(told)
  const isInTime = report && due ? report <= due : null
  return { received, modalities, dates, fullTatDetails, reporter: reports.at(-1)?.doctorId ?? null, isInTime }
}
export type Expected = { id: string } & ReturnType<typeof expectedOf>

export const dayIn = (zone: string, date: Date | string) =>
  typeof date === 'string' ? date : new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(date)
const momentOf = (date: Date | string | null) => (typeof date === 'string' ? Date.parse(date) : (date?.getTime() ?? -1))

/** Filters by date, newest first, then by id. */
export function inRange(
  all: Expected[],
  { dateType, fromDate = '', toDate = '9999' }: TurnaroundFilters,
  zone: string,
): Expected[] {
  const isIn = ({ dates: { [dateType]: date } }: Expected) => {
    if (date === null) return false
    const day = dayIn(zone, date)
    return fromDate <= day && day <= toDate
  }
  const byDate = (a: Expected, b: Expected) => momentOf(b.dates[dateType]) - momentOf(a.dates[dateType]) || (a.id < b.id ? 1 : -1)
  return all.filter(isIn).sort(byDate)
}

/** Makes studies with exactly these histories. */
export async function createHistories(api: TestApi) {
  const cast = await createCast(api.db)
  const doctorIds = [(await createDoctor(api.db)).doctor.id, (await createDoctor(api.db)).doctor.id]

  /** Adds an event at its own time. Returns false if the workflow refuses it. */
  async function happen(studyId: string, { event, at, doctorId }: Told): Promise<boolean> {
    return api.db.transaction(async (begun) => {
      const [tx, study] = await lockAnyStudy(begun, studyId)
      const to = study && nextStatus(study.status, event)
      if (!study || !to) return false
      const details = { doctorId, priority: 'URGENT' }
      const change = { fromStatus: study.status, toStatus: to, details }
      const [happened] = await tx
        .insert(studyEventLog)
        .values({ studyId, event, at, ...change })
        .returning()
      if (!happened) return false
      await updateProjections(tx, [{ studyId, changes: { ...project(study, happened), status: to } }])
      return true
    })
  }

  async function makeStudy(labId: string, story: History): Promise<Expected> {
    const { start, happenings, studyDate, modalities = ['CT'] } = story
    const receivedAt = new Date(start)
    const { id } = await createStudy(api.db, { labId, receivedAt, studyDate, modalities: [...modalities] })
    const told: Told[] = []
    let at = start
    for (const { event, afterSeconds, doctor } of happenings) {
      at += afterSeconds * 1000
      const one = { event, at: new Date(at), doctorId: doctorIds[doctor] ?? '' }
      if (await happen(id, one)) told.push(one)
    }
    return { id, ...expectedOf(receivedAt, told, story) }
  }

  async function makeLab(histories: History[]) {
    const { id: labId } = await createLab(api.db)
    const all: Expected[] = []
    for (const one of histories) all.push(await makeStudy(labId, one))
    const staff: Actor = { ...cast.staffA, labId }
    return { all, staff }
  }

  return { happen, makeLab, doctorIds }
}
