import type { Readable } from 'node:stream'
import { type AuditEntry, type AuditFilters, auditPageSize, maxAuditExport } from '@readroom/contracts/audit'
import type { AuditAction } from '@readroom/contracts/audit-actions'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import { type AuditPage, type AuditSearch, countAuditLog, findAuditPlace, listAuditLog } from '@readroom/db/queries/audit-log'
import { dayOf } from '@readroom/db/queries/date-preset'
import type { Context } from '../../context.ts'
import { createXlsx } from '../../spreadsheet/xlsx.ts'
import type { Cell } from '../../spreadsheet/xlsx-xml.ts'
import { toAuditEntry } from './audit-entry.ts'
import { toAuditSearch } from './audit-search.ts'
import { auditSheet, type SheetColumn } from './audit-sheet.ts'

type Page = { data: AuditEntry[]; next: number | null }

const rowsAtOnce = 1000

/** What a look was narrowed by, without what was looked for: that may be a patient's. */
const askedBy = (filters: AuditFilters) =>
  Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]))

export function createAuditService({ db, settings }: Pick<Context, 'db' | 'settings'>, maxRows = maxAuditExport) {
  const searchOf = (filters: AuditFilters) => toAuditSearch(db, filters, settings.now().clinicTimeZone)

  async function readPage(page: AuditPage): Promise<Page> {
    const rows = await listAuditLog(db, { ...page, limit: page.limit + 1 })
    const data = rows.slice(0, page.limit).map(toAuditEntry)
    return { data, next: rows.length > page.limit ? (data.at(-1)?.entry ?? null) : null }
  }

  /** An entry that is not there begins nowhere: nothing is before it. */
  async function list({ before, ...filters }: AuditFilters & { before?: number | undefined }): Promise<Page> {
    const place = before === undefined ? null : await findAuditPlace(db, before)
    if (before !== undefined && place === null) return { data: [], next: null }
    return readPage({ ...(await searchOf(filters)), before: place, limit: auditPageSize })
  }

  const recordLook = (actor: Actor, action: AuditAction, filters: AuditFilters) =>
    audit(db, actor, { action, details: { by: askedBy(filters) } })

  /** As many in memory as are read at once. What is written while the file is made is not in it. */
  async function* readRows(search: AuditSearch, columns: SheetColumn[]): AsyncGenerator<Cell[]> {
    let before: AuditPage['before'] = null
    for (;;) {
      const rows = await listAuditLog(db, { ...search, before, limit: rowsAtOnce })
      for (const row of rows.map(toAuditEntry)) yield columns.map(({ cell }) => cell(row))
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) return
      before = { at: last.at, id: last.id }
    }
  }

  /** What an export would hold. Throws EXPORT_EMPTY or EXPORT_TOO_LARGE. */
  async function describeExport(filters: AuditFilters) {
    const search = await searchOf(filters)
    const count = await countAuditLog(db, { ...search, before: null, limit: maxRows + 1 })
    if (count === 0) throw new AppError('EXPORT_EMPTY')
    if (count > maxRows)
      throw new AppError('EXPORT_TOO_LARGE', {
        count: `more than ${maxRows.toLocaleString('en-GB')}`,
        max: maxRows.toLocaleString('en-GB'),
      })
    return { search, fileName: `Audit_${dayOf(new Date(), settings.now().clinicTimeZone)}.xlsx` }
  }

  return {
    list,
    recordLook,
    describeExport,

    /** The file and its name. Throws as `describeExport` does, before the file begins. */
    async exportLog(actor: Actor, filters: AuditFilters): Promise<{ stream: Readable; fileName: string }> {
      const { search, fileName } = await describeExport(filters)
      await recordLook(actor, 'audit.exported', filters)
      const columns = auditSheet(search.days.zone)
      return { stream: createXlsx({ name: 'Audit', columns, rows: readRows(search, columns) }), fileName }
    },
  }
}
