import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { nextStatus, type StudyEvent } from '@readroom/contracts/study-workflow'
import { bandOf, type TatDateType, TatFilters, type TatStudy, tatDateTypes } from '@readroom/contracts/tat'
import type { Actor } from '@readroom/db/actor'
import { insertStudyEvent, updateProjection } from '@readroom/db/queries/study-events'
import { studies } from '@readroom/db/schema/studies'
import { createCast, createDoctor, createLab, createStudy } from '@readroom/db/testing/factories'
import { project } from '@readroom/domain/timeline'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { createTatService } from './tat.service.ts'
import { createTatExport } from './tat-export.service.ts'

const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
/** Half an hour before each zone's clocks change, the end of February and of a year. */
const moments = [
  ...['2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z', '2026-03-08T06:30:00Z', '2026-11-01T05:30:00Z'],
  ...['2028-02-28T22:00:00Z', '2026-12-31T17:00:00Z'],
].map((text) => Date.parse(text))
const happens = [
  ...[
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
  ],
  ...['downloaded_by_lab', 'prioritized', 'edited', 'prior_opened', 'archived'],
] as const satisfies StudyEvent[]

type Happening = { event: StudyEvent; afterSeconds: number; doctor: number }
type History = { start: number; happenings: Happening[]; studyDate: string | null }
type Told = { event: StudyEvent; at: Date; doctorId: string }

const happening = fc.record({
  event: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('settled', 'assigned', 'finalized' as const) },
    fc.constantFrom(...happens),
  ),
  afterSeconds: fc.oneof(fc.constantFrom(0, 3600, 86_400), fc.integer({ min: 1, max: 200_000 })),
  doctor: fc.integer({ min: 0, max: 1 }),
})
const history = fc.record({
  start: fc.tuple(fc.constantFrom(...moments), fc.integer({ min: -4000, max: 4000 })).map(([at, seconds]) => at + seconds * 1000),
  happenings: fc.array(happening, { maxLength: 12 }),
  studyDate: fc.constantFrom(null, '2026-03-28', '2026-03-29', '2026-10-25', '2028-02-29'),
})

const minutes = (from: Date | undefined, to: Date | undefined) =>
  from && to ? Math.floor((to.getTime() - from.getTime()) / 60_000) : null
const isReport = ({ event }: Told) => event === 'uploaded' || event === 'finalized'

/** What the specification says of a study, read from its history alone. */
function expectedOf(received: Date, told: Told[], studyDate: string | null) {
  const lastReset = told.findLastIndex(({ event }) => event === 'reset')
  const reports = told.slice(lastReset + 1).filter(isReport)
  const [assigned, report] = [told.find(({ event }) => event === 'assigned')?.at, reports[0]?.at]
  const starts = [-1, ...told.flatMap(({ event }, index) => (event === 'reset' ? [index] : []))]
  const cycles = starts.map((start, index) => {
    const [from, to] = [told[start]?.at ?? received, told.slice(start + 1, starts[index + 1]).find(isReport)?.at]
    return { startDate: from.toISOString(), reportDate: to?.toISOString() ?? null, startToReportTAT: minutes(from, to) }
  })
  const dates: Record<TatDateType, Date | string | null> = {
    ...{ uploadDate: received, studyDate, assignedDate: assigned ?? null, reportDate: report ?? null },
  }
  const fullTatDetails = {
    ...{ uploadToAssignmentTAT: minutes(received, assigned), assignmentToReportTATFormatted: minutes(assigned, report) },
    ...{ uploadToReportTATFormatted: minutes(received, report), cycles },
  }
  return { dates, fullTatDetails, reporter: reports.at(-1)?.doctorId ?? null }
}
type Expected = { id: string } & ReturnType<typeof expectedOf>

const dayIn = (zone: string, date: Date | string) =>
  typeof date === 'string' ? date : new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(date)
const momentOf = (date: Date | string | null) => (typeof date === 'string' ? Date.parse(date) : (date?.getTime() ?? -1))

/** Newest first; what is equal by its id. */
function inRange(all: Expected[], { dateType, fromDate = '', toDate = '9999' }: TatFilters, zone: string): Expected[] {
  const isIn = ({ dates: { [dateType]: date } }: Expected) => {
    if (date === null) return false
    const day = dayIn(zone, date)
    return fromDate <= day && day <= toDate
  }
  const byDate = (a: Expected, b: Expected) => momentOf(b.dates[dateType]) - momentOf(a.dates[dateType]) || (a.id < b.id ? 1 : -1)
  return all.filter(isIn).sort(byDate)
}

const figuresOf = ({
  uploadToAssignmentTAT,
  assignmentToReportTATFormatted,
  uploadToReportTATFormatted,
}: TatStudy['fullTatDetails']) => [...[uploadToAssignmentTAT, assignmentToReportTATFormatted, uploadToReportTATFormatted]]

describe('the figures of the turnaround report', () => {
  let api: TestApi
  let cast: Awaited<ReturnType<typeof createCast>>
  const doctorIds: string[] = []
  beforeAll(async () => {
    api = await startTestApi()
    cast = await createCast(api.db)
    for (const _ of [0, 1]) doctorIds.push((await createDoctor(api.db)).doctor.id)
  })
  afterAll(() => api.stop())

  const servicesOf = (zone: string) => {
    const context = { db: api.db, config: { ...api.config, CLINIC_TIME_ZONE: zone } }
    return { ...createTatService(context), ...createTatExport(context) }
  }

  /** An event at its own time; false where the workflow refuses it. */
  async function happen(studyId: string, { event, at, doctorId }: Told): Promise<boolean> {
    return api.db.transaction(async (tx) => {
      const [study] = await tx.select().from(studies).where(eq(studies.id, studyId))
      const to = study && nextStatus(study.status, event)
      if (!study || !to) return false
      const change = { fromStatus: study.status, toStatus: to, details: { doctorId, priority: 'URGENT' } }
      const happened = await insertStudyEvent(tx, { studyId, event, at, ...change })
      await updateProjection(tx, studyId, { ...project(study, happened), status: to })
      return true
    })
  }

  async function makeStudy(labId: string, { start, happenings, studyDate }: History): Promise<Expected> {
    const receivedAt = new Date(start)
    const { id } = await createStudy(api.db, { labId, receivedAt, studyDate, modalities: ['CT'] })
    const told: Told[] = []
    let at = start
    for (const { event, afterSeconds, doctor } of happenings) {
      at += afterSeconds * 1000
      const one = { event, at: new Date(at), doctorId: doctorIds[doctor] ?? '' }
      if (await happen(id, one)) told.push(one)
    }
    return { id, ...expectedOf(receivedAt, told, studyDate) }
  }

  async function makeLab(histories: History[]) {
    const { id: labId } = await createLab(api.db)
    const all: Expected[] = []
    for (const one of histories) all.push(await makeStudy(labId, one))
    const staff: Actor = { ...cast.staffA, labId }
    return { all, staff }
  }

  it('are what the histories say, in every zone, for every date, on the page and in the file', async () => {
    const days = fc.constantFrom(undefined, '2026-03-08', '2026-03-28', '2026-03-29', '2026-10-25', '2026-11-01', '2028-02-29')
    const asked = fc.record({ fromDate: days, toDate: days, zone: fc.constantFrom(...zones) })
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 6 }), asked, async (histories, { zone, ...range }) => {
        const { all, staff } = await makeLab(histories)
        const service = servicesOf(zone)
        for (const dateType of tatDateTypes) {
          const filters = TatFilters.parse({ dateType, ...range })
          const isOpen = range.fromDate === undefined && range.toDate === undefined
          const expected = isOpen && dateType !== 'uploadDate' ? null : inRange(all, filters, zone)
          if (!expected) continue
          const { studies: rows, summary } = await service.report(staff, { ...filters, page: 1, limit: 25 })
          const shown = rows.map(({ _id, fullTatDetails, uploadedById }) => ({ id: _id, fullTatDetails, reporter: uploadedById }))
          expect(shown).toEqual(expected.map(({ id, fullTatDetails, reporter }) => ({ id, fullTatDetails, reporter })))
          const reported = expected.filter(({ dates }) => dates.reportDate !== null).length
          expect(summary).toEqual({ studies: expected.length, reported, open: expected.length - reported })
          const doctors = await service.doctors(staff, filters)
          for (const { value, studies: n } of doctors)
            expect(n).toBe(expected.filter(({ reporter }) => reporter === value).length)
          if (expected.length === 0) continue
          const { stream } = await service.exportReport(staff, filters)
          const [, ...lines] = await readSheet(await buffer(stream))
          expect(lines.map((line) => line.slice(-3))).toEqual(expected.map((one) => figuresOf(one.fullTatDetails)))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('stay when somebody looks, takes, edits or sends something again after the report', async () => {
    const happenings = (['settled', 'assigned', 'opened', 'finalized'] as const).map((event) => ({
      event,
      afterSeconds: 1800,
      doctor: 0,
    }))
    const { all, staff } = await makeLab([{ start: moments[0] ?? 0, happenings, studyDate: null }])
    const id = all[0]?.id ?? ''
    const read = async () =>
      (await servicesOf('Europe/Berlin').report(staff, { dateType: 'uploadDate', page: 1, limit: 25 })).studies[0]
    const before = await read()
    const later = new Date('2027-01-01T00:00:00Z')
    for (const event of [
      'opened',
      'downloaded_by_lab',
      'edited',
      'prior_opened',
      'images_added',
      'settled',
      'images_missing',
    ] as const)
      expect(await happen(id, { event, at: later, doctorId: doctorIds[0] ?? '' })).toBe(true)
    const after = await read()
    expect(after?.fullTatDetails).toEqual(before?.fullTatDetails)
    expect(after).toMatchObject({
      assignedDate: before?.assignedDate,
      reportDate: before?.reportDate,
      openedDate: before?.openedDate,
    })
  })

  it('are the same of studies that were there before the first assignment was kept', async () => {
    const assigned = { event: 'assigned', afterSeconds: 600, doctor: 0 } as const
    const finished = { event: 'finalized', afterSeconds: 6000, doctor: 1 } as const
    const begin = { start: moments[1] ?? 0, studyDate: null }
    const settled = { event: 'settled', afterSeconds: 60, doctor: 0 } as const
    const reset = { event: 'reset', afterSeconds: 90_000, doctor: 0 } as const
    const { staff } = await makeLab([
      { ...begin, happenings: [settled] },
      { ...begin, happenings: [settled, assigned, finished] },
      { ...begin, happenings: [settled, assigned, finished, reset, finished] },
      { ...begin, happenings: [settled, reset, reset, assigned] },
    ])
    const read = async () =>
      (await servicesOf('Europe/Berlin').report(staff, { dateType: 'uploadDate', page: 1, limit: 25 })).studies
    const kept = await read()
    const migration = await readFile(
      new URL('../../../../../packages/db/migrations/0027_tat_report.sql', import.meta.url),
      'utf8',
    )
    const fill = migration.split('--> statement-breakpoint').find((statement) => statement.includes('update studies'))
    await api.asOwner(`update studies set first_assigned_at = null; ${fill}`)
    expect(await read()).toEqual(kept)
  })

  it('are in the bands of the specification', () => {
    const labels = [null, 0, 1, 60, 61, 240, 241, 480, 481, 1440, 1441].map((value) => bandOf(value)?.colour ?? 'grey')
    expect(labels).toEqual(['grey', 'grey', 'green', 'green', 'blue', 'blue', 'yellow', 'yellow', 'orange', 'orange', 'red'])
  })
})
