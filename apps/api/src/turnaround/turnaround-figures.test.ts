import { buffer } from 'node:stream/consumers'
import { TurnaroundFilters, type TurnaroundStudy, turnaroundDateTypes } from '@readroom/contracts/turnaround/turnaround-report'
import fc from 'fast-check'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSettings } from '../core/current-settings.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { createTurnaroundService } from './turnaround.service.ts'
import { createTurnaroundExport } from './turnaround-export.service.ts'
import { createHistories, history, inRange, moments, zones } from './turnaround-histories.fixture.ts'

const figuresOf = ({
  uploadToAssignmentTAT,
  assignmentToReportTATFormatted,
  uploadToReportTATFormatted,
}: TurnaroundStudy['fullTatDetails']) => [uploadToAssignmentTAT, assignmentToReportTATFormatted, uploadToReportTATFormatted]

describe('turnaround figures', () => {
  let api: TestApi
  let histories: Awaited<ReturnType<typeof createHistories>>
  beforeAll(async () => {
    api = await startTestApi()
    histories = await createHistories(api)
  })
  afterAll(() => api.stop())

  const servicesOf = (zone: string) => {
    const context = { db: api.db, settings: openSettings(api.db, { ...api.config, CLINIC_TIME_ZONE: zone }) }
    return { ...createTurnaroundService(context), ...createTurnaroundExport(context) }
  }

  it('match the histories in every zone, for every date, on the page and in the file', async () => {
    const days = fc.constantFrom(undefined, '2026-03-08', '2026-03-28', '2026-03-29', '2026-10-25', '2026-11-01', '2028-02-29')
    const asked = fc.record({ fromDate: days, toDate: days, zone: fc.constantFrom(...zones) })
    await fc.assert(
      fc.asyncProperty(fc.array(history, { minLength: 1, maxLength: 6 }), asked, async (made, { zone, ...range }) => {
        const { all, staff } = await histories.makeLab(made)
        const service = servicesOf(zone)
        for (const dateType of turnaroundDateTypes) {
          const filters = TurnaroundFilters.parse({ dateType, ...range })
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
          expect(lines.map((line) => line.slice(17, 20))).toEqual(expected.map((one) => figuresOf(one.fullTatDetails)))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('do not change when someone opens, downloads, edits or sends something after the report', async () => {
    const happenings = (['settled', 'assigned', 'opened', 'finalized'] as const).map((event) => ({
      event,
      afterSeconds: 1800,
      doctor: 0,
    }))
    const { all, staff } = await histories.makeLab([{ start: moments[0] ?? 0, happenings, studyDate: null }])
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
      expect(await histories.happen(id, { event, at: later, doctorId: histories.doctorIds[0] ?? '' })).toBe(true)
    const after = await read()
    expect(after?.fullTatDetails).toEqual(before?.fullTatDetails)
    expect(after).toMatchObject({
      assignedDate: before?.assignedDate,
      reportDate: before?.reportDate,
      openedDate: before?.openedDate,
    })
  })
})
