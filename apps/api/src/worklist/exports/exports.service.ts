import type { Readable } from 'node:stream'
import type { Input } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type exportEndpoints, maxExportRows, tabOfExportStatus } from '@readroom/contracts/worklist/exports'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { dayOf } from '@readroom/db/studies/date-preset'
import { countWorklist, listWorklist, type WorklistPageRequest } from '@readroom/db/worklist/worklist'
import type { WorklistPosition } from '@readroom/db/worklist/worklist-statements'
import type { Context } from '../../core/context.ts'
import { createXlsx } from '../../core/spreadsheet/xlsx.ts'
import type { Cell } from '../../core/spreadsheet/xlsx-xml.ts'
import { worklistSheet } from './worklist-sheet.ts'

type Query = Input<typeof exportEndpoints.worklist>['query']

const rowsAtOnce = 1000
const figure = (count: number) => count.toLocaleString('en-GB')

export function createExportService({ db, settings }: Pick<Context, 'db' | 'settings'>, maxRows = maxExportRows) {
  const zoneNow = () => settings.now().clinicTimeZone

  /** Reads the rows page by page. Leaves out rows that arrived after they were counted. */
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

  /** Counts the rows of an export and names its file. Throws EXPORT_EMPTY or EXPORT_TOO_LARGE. */
  async function describeExport(actor: Actor, { status, studyIds, sort: _sort, ...filters }: Query) {
    const tab = status ? tabOfExportStatus[status] : (filters.category ?? 'all')
    const now = new Date()
    const zone = zoneNow()
    const request = { caller: actor, filters, studyIds, now, zone }
    const { [tab]: count } = await countWorklist(db, request)
    if (count === 0) throw new AppError('EXPORT_EMPTY')
    if (count > maxRows) throw new AppError('EXPORT_TOO_LARGE', { count: figure(count), max: figure(maxRows) })
    const parts = ['Worklist', studyIds ? 'Selected' : 'All', ...(tab === 'all' ? [] : [tab]), dayOf(now, zone)]
    return { request, tab, count, fileName: `${parts.join('_')}.xlsx` }
  }

  return {
    describeExport,

    /** Returns the file and its name. Throws the errors of `describeExport` before the file begins. */
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
