import type { Readable } from 'node:stream'
import type { Input } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import { maxExportRows } from '@readroom/contracts/exports'
import type { tatEndpoints } from '@readroom/contracts/tat'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { dayOf } from '@readroom/db/queries/date-preset'
import { findDoctor } from '@readroom/db/queries/doctors'
import { listLocations } from '@readroom/db/queries/locations'
import { readTatRecords } from '@readroom/db/queries/tat-record'
import { countTat, listTat } from '@readroom/db/queries/tat-report'
import type { Context } from '../../context.ts'
import { createXlsx } from '../../spreadsheet/xlsx.ts'
import type { Cell } from '../../spreadsheet/xlsx-xml.ts'
import { sortOf } from './tat.service.ts'
import { toTatStudy } from './tat-row.ts'
import { type SheetColumn, tatSheet } from './tat-sheet.ts'

type Query = Input<(typeof tatEndpoints)['export']>['query']

const rowsAtOnce = 1000
const figure = (count: number) => count.toLocaleString('en-GB')

/** A label as a part of a file's name: without what some system refuses in names, and without gaps. */
const inFileName = (label: string) => label.replace(/[\s\p{C}\\/:*?"<>|]+/gu, '_')

export function createTatExport({ db, settings }: Pick<Context, 'db' | 'settings'>, maxRows = maxExportRows) {
  const zoneNow = () => settings.now().clinicTimeZone

  /** From `TAT_Report`, the location, the doctor where one is chosen, and today. Something matches: both are on rows that the caller sees. */
  async function fileNameOf(actor: Actor, { location, selectedDoctor }: Query): Promise<string> {
    const locations = location ? await listLocations(db, actor) : []
    const locationLabel = location ? locations.find(({ value }) => value === location)?.label : 'All_Locations'
    const doctor = selectedDoctor ? await findDoctor(db, selectedDoctor) : null
    const labels = ['TAT_Report', locationLabel, doctor?.fullName, dayOf(new Date(), zoneNow())]
    return `${labels.flatMap((label) => (label ? [inFileName(label)] : [])).join('_')}.xlsx`
  }

  /** What an export would hold. Throws EXPORT_EMPTY or EXPORT_TOO_LARGE. */
  async function describeExport(actor: Actor, query: Query) {
    const { sort: _sort, ...filters } = query
    const request = { viewer: actor, filters, zone: zoneNow() }
    const { studies: count } = await countTat(db, request)
    if (count === 0) throw new AppError('EXPORT_EMPTY')
    if (count > maxRows) throw new AppError('EXPORT_TOO_LARGE', { count: figure(count), max: figure(maxRows) })
    return { request, count, fileName: await fileNameOf(actor, query) }
  }

  /** The rows that matched when the file began, in their order then; as many in memory as are read at once. */
  async function* readRows(actor: Actor, ids: readonly string[], columns: SheetColumn[]): AsyncGenerator<Cell[]> {
    for (let read = 0; read < ids.length; read += rowsAtOnce) {
      const records = await readTatRecords(db, actor, ids.slice(read, read + rowsAtOnce))
      for (const row of records.map(toTatStudy)) yield columns.map(({ cell }) => cell(row))
    }
  }

  return {
    describeExport,

    /** The file and its name. Throws as `describeExport` does, before the file begins. */
    async exportReport(actor: Actor, query: Query): Promise<{ stream: Readable; fileName: string }> {
      const { request, fileName } = await describeExport(actor, query)
      const ids = await listTat(db, request, { sort: sortOf(query), limit: maxRows, offset: 0 })
      await db.transaction((tx) => audit(tx, actor, { action: 'tat.exported', details: { studies: ids.length } }))
      const columns = tatSheet(request.zone)
      return { stream: createXlsx({ name: 'TAT Report', columns, rows: readRows(actor, ids, columns) }), fileName }
    },
  }
}
