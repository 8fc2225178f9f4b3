import type { Readable } from 'node:stream'
import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import { AppError } from '@readroom/contracts/core/errors'
import { type AuditEntry, type AuditFilters, auditPageSize, maxAuditExport } from '@readroom/contracts/operations/audit'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { type AuditPage, type AuditSearch, countAuditLog, findAuditPlace, listAuditLog } from '@readroom/db/operations/audit-log'
import { dayOf } from '@readroom/db/studies/date-preset'
import type { Context } from '../../core/context.ts'
import { createXlsx } from '../../core/spreadsheet/xlsx.ts'
import type { Cell } from '../../core/spreadsheet/xlsx-xml.ts'
import { toAuditEntry } from './audit-entry.ts'
import { toAuditSearch } from './audit-search.ts'
import { auditSheet, type SheetColumn } from './audit-sheet.ts'

type Page = { data: AuditEntry[]; next: number | null }

const rowsAtOnce = 1000

/** Returns the names of the filters in use, without their values, which may be a patient's. */
const askedBy = (filters: AuditFilters) =>
  Object.entries(filters).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [name]))

export function createAuditService({ db, settings }: Pick<Context, 'db' | 'settings'>, maxRows = maxAuditExport) {
  const searchOf = (filters: AuditFilters) => toAuditSearch(db, filters, settings.now().clinicTimeZone)

  async function readPage(page: AuditPage): Promise<Page> {
    const rows = await listAuditLog(db, { ...page, limit: page.limit + 1 })
    const data = rows.slice(0, page.limit).map(toAuditEntry)
    return { data, next: rows.length > page.limit ? (data.at(-1)?.entry ?? null) : null }
  }

  /** Lists a page of entries. An unknown `before` gives an empty page. */
  async function list({ before, ...filters }: AuditFilters & { before?: number | undefined }): Promise<Page> {
    const place = before === undefined ? null : await findAuditPlace(db, before)
    if (before !== undefined && place === null) return { data: [], next: null }
    return readPage({ ...(await searchOf(filters)), before: place, limit: auditPageSize })
  }

  const recordLook = (actor: Actor, action: AuditAction, filters: AuditFilters) =>
    audit(db, actor, { action, details: { by: askedBy(filters) } })

  /** Reads the rows batch by batch. Entries written meanwhile are left out. */
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

  /** Counts the rows of an export and names its file. Throws EXPORT_EMPTY or EXPORT_TOO_LARGE. */
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

    /** Returns the file and its name. Throws the errors of `describeExport` before the file begins. */
    async exportLog(actor: Actor, filters: AuditFilters): Promise<{ stream: Readable; fileName: string }> {
      const { search, fileName } = await describeExport(filters)
      await recordLook(actor, 'audit.exported', filters)
      const columns = auditSheet(search.days.zone)
      return { stream: createXlsx({ name: 'Audit', columns, rows: readRows(search, columns) }), fileName }
    },
  }
}
