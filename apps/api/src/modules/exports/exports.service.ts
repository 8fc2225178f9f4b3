import type { Readable } from 'node:stream'
import type { Input } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import { type exportEndpoints, maxExportRows, tabOfExportStatus } from '@readroom/contracts/exports'
import type { WorklistRow } from '@readroom/contracts/studies'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { dayOf } from '@readroom/db/queries/date-preset'
import { countWorklist, listWorklist, type WorklistPageRequest } from '@readroom/db/queries/worklist'
import type { WorklistPosition } from '@readroom/db/queries/worklist-statements'
import type { Context } from '../../context.ts'
import { createXlsx } from '../../spreadsheet/xlsx.ts'
import type { Cell } from '../../spreadsheet/xlsx-xml.ts'
import { worklistSheet } from './worklist-sheet.ts'

type Query = Input<typeof exportEndpoints.worklist>['query']

const rowsAtOnce = 1000
const figure = (count: number) => count.toLocaleString('en-GB')

export function createExportService({ db, settings }: Pick<Context, 'db' | 'settings'>, maxRows = maxExportRows) {
  const zoneNow = () => settings.now().clinicTimeZone

  /** A page in memory at a time. Rows that came after the count was taken are left out. */
  async function* readRows(
    request: Omit<WorklistPageRequest, 'limit' | 'after'>,
    toCells: (row: WorklistRow) => Cell[],
    count: number,
  ): AsyncGenerator<Cell[]> {
    let after: WorklistPosition | null = null
    for (let left = count; left > 0; left -= rowsAtOnce) {
      const page = await listWorklist(db, { ...request, limit: Math.min(left, rowsAtOnce), after })
      for (const row of page.rows) yield toCells(row)
      if (!page.next) return
      after = page.next
    }
  }

  /** What an export would hold. Throws EXPORT_EMPTY or EXPORT_TOO_LARGE. */
  async function describeExport(actor: Actor, { status, studyIds, sort: _sort, ...filters }: Query) {
    const tab = status ? tabOfExportStatus[status] : (filters.category ?? 'all')
    const now = new Date()
    const zone = zoneNow()
    const request = { viewer: actor, filters, studyIds, now, zone }
    const { [tab]: count } = await countWorklist(db, request)
    if (count === 0) throw new AppError('EXPORT_EMPTY')
    if (count > maxRows) throw new AppError('EXPORT_TOO_LARGE', { count: figure(count), max: figure(maxRows) })
    const parts = ['Worklist', studyIds ? 'Selected' : 'All', ...(tab === 'all' ? [] : [tab]), dayOf(now, zone)]
    return { request, tab, count, fileName: `${parts.join('_')}.xlsx` }
  }

  return {
    describeExport,

    /** The file and its name. Throws as `describeExport` does, before the file begins. */
    async exportWorklist(actor: Actor, query: Query): Promise<{ stream: Readable; fileName: string }> {
      const { sort, studyIds } = query
      const { request, tab, count, fileName } = await describeExport(actor, query)
      await db.transaction((tx) =>
        audit(tx, actor, { action: 'worklist.exported', details: { studies: count, tab, selected: studyIds !== undefined } }),
      )
      const columns = worklistSheet(request.zone)
      const rows = readRows({ ...request, tab, sort }, (row) => columns.map(({ cell }) => cell(row)), count)
      return { stream: createXlsx({ name: 'Worklist', columns, rows }), fileName }
    },
  }
}
