import type { Readable } from 'node:stream'
import type { Input } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import type { turnaroundEndpoints } from '@readroom/contracts/turnaround/turnaround-report'
import { maxExportRows } from '@readroom/contracts/worklist/exports'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { findDoctor } from '@readroom/db/people/doctors'
import { listLocations } from '@readroom/db/people/locations'
import { dayOf } from '@readroom/db/studies/date-preset'
import { readTurnaroundRecords } from '@readroom/db/turnaround/turnaround-record'
import { countTurnaround, listTurnaround } from '@readroom/db/turnaround/turnaround-report'
import type { Context } from '../core/context.ts'
import { createXlsx } from '../core/spreadsheet/xlsx.ts'
import type { Cell } from '../core/spreadsheet/xlsx-xml.ts'
import { sortOf } from './turnaround.service.ts'
import { toTurnaroundStudy } from './turnaround-row.ts'
import { type SheetColumn, turnaroundSheet } from './turnaround-sheet.ts'

type Query = Input<(typeof turnaroundEndpoints)['export']>['query']

const rowsAtOnce = 1000
const figure = (count: number) => count.toLocaleString('en-GB')

/** Makes a label fit for a file name: replaces white space and characters that some systems forbid. */
const inFileName = (label: string) => label.replace(/[\s\p{C}\\/:*?"<>|]+/gu, '_')

export function createTurnaroundExport({ db, settings }: Pick<Context, 'db' | 'settings'>, maxRows = maxExportRows) {
  const zoneNow = () => settings.now().clinicTimeZone

  /** Joins `TAT_Report`, the location, the chosen doctor and today. The account sees both, because the export is not empty. */
  async function fileNameOf(actor: Actor, { location, selectedDoctor }: Query): Promise<string> {
    const locations = location ? await listLocations(db, actor) : []
    const locationLabel = location ? locations.find(({ value }) => value === location)?.label : 'All_Locations'
    const doctor = selectedDoctor ? await findDoctor(db, selectedDoctor) : null
    const labels = ['TAT_Report', locationLabel, doctor?.fullName, dayOf(new Date(), zoneNow())]
    return `${labels.flatMap((label) => (label ? [inFileName(label)] : [])).join('_')}.xlsx`
  }

  /** Counts the rows of an export and names its file. Throws EXPORT_EMPTY or EXPORT_TOO_LARGE. */
  async function describeExport(actor: Actor, query: Query) {
    const { sort: _sort, ...filters } = query
    const request = { caller: actor, filters, zone: zoneNow() }
    const { studies: count } = await countTurnaround(db, request)
    if (count === 0) throw new AppError('EXPORT_EMPTY')
    if (count > maxRows) throw new AppError('EXPORT_TOO_LARGE', { count: figure(count), max: figure(maxRows) })
    return { request, count, fileName: await fileNameOf(actor, query) }
  }

  /** Reads the rows that matched when the file began, in their order then. Only one batch is in memory. */
  async function* readRows(actor: Actor, ids: readonly string[], columns: SheetColumn[]): AsyncGenerator<Cell[]> {
    for (let read = 0; read < ids.length; read += rowsAtOnce) {
      const records = await readTurnaroundRecords(db, actor, ids.slice(read, read + rowsAtOnce))
      for (const row of records.map(toTurnaroundStudy)) yield columns.map(({ cell }) => cell(row))
    }
  }

  return {
    describeExport,

    /** Returns the file and its name. Throws the errors of `describeExport` before the file begins. */
    async exportReport(actor: Actor, query: Query): Promise<{ stream: Readable; fileName: string }> {
      const { request, fileName } = await describeExport(actor, query)
      const ids = await listTurnaround(db, request, { sort: sortOf(query), limit: maxRows, offset: 0 })
      await db.transaction((tx) => audit(tx, actor, { action: 'tat.exported', details: { studies: ids.length } }))
      const columns = turnaroundSheet(request.zone)
      return { stream: createXlsx({ name: 'TAT Report', columns, rows: readRows(actor, ids, columns) }), fileName }
    },
  }
}
