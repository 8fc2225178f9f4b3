import type { Role } from '@readroom/contracts/core/permissions'
import type { StudyList, WorklistRow } from '@readroom/contracts/studies/studies'
import { type Tab, tabOf } from '@readroom/contracts/studies/study-workflow'
import type { InfiniteData } from '@tanstack/react-query'

/** The loaded pages of one worklist. */
export type StudyPages = InfiniteData<StudyList, string | undefined>

/** Returns the rows of all pages, each study once. A study that moved between two requests can be in both answers. */
export function allRows(pages: StudyPages | undefined): WorklistRow[] {
  const rows = pages?.pages.flatMap((page) => page.data) ?? []
  return [...new Map(rows.map((row) => [row._id, row])).values()]
}

export function findRow(pages: StudyPages | undefined, studyId: string): WorklistRow | undefined {
  return allRows(pages).find((row) => row._id === studyId)
}

function mapPages(pages: StudyPages, change: (rows: WorklistRow[]) => WorklistRow[]): StudyPages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) }
}

/** Replaces known rows in place. Ignores unknown ones, so that nothing moves. */
export function replaceRows(pages: StudyPages, fresh: readonly WorklistRow[]): StudyPages {
  const byId = new Map(fresh.map((row) => [row._id, row]))
  return mapPages(pages, (rows) => rows.map((row) => byId.get(row._id) ?? row))
}

export function removeRows(pages: StudyPages, gone: (row: WorklistRow) => boolean): StudyPages {
  return mapPages(pages, (rows) => rows.filter((row) => !gone(row)))
}

/** Returns the rows of `fresh` that no loaded page has. */
export function unknownRows(pages: StudyPages | undefined, fresh: readonly WorklistRow[]): WorklistRow[] {
  const known = new Set(allRows(pages).map((row) => row._id))
  return fresh.filter((row) => !known.has(row._id))
}

/**
 * Inserts the unknown rows of an answer, each after the row that precedes it in the answer. Known rows stay in place. The answer begins after the row
 * `start`, or at the top.
 */
export function insertRows(pages: StudyPages, answer: readonly WorklistRow[], start?: string): StudyPages {
  const known = new Set(allRows(pages).map((row) => row._id))
  const behind = new Map<string | undefined, WorklistRow[]>()
  let anchor = start
  for (const row of answer) {
    if (known.has(row._id)) anchor = row._id
    else behind.set(anchor, [...(behind.get(anchor) ?? []), row])
  }
  if (behind.size === 0) return pages
  const [first, ...rest] = mapPages(pages, (rows) => rows.flatMap((row) => [row, ...(behind.get(row._id) ?? [])])).pages
  return first ? { ...pages, pages: [{ ...first, data: [...(behind.get(undefined) ?? []), ...first.data] }, ...rest] } : pages
}

/** Appends the next page. A row that is already loaded stays where it is. */
export function appendPage(pages: StudyPages, page: StudyList, cursor: string): StudyPages {
  if (pages.pages.at(-1)?.nextCursor !== cursor) return pages
  const next = { ...page, data: unknownRows(pages, page.data) }
  return withTotal({ pages: [...pages.pages, next], pageParams: [...pages.pageParams, cursor] }, page.totalRecords)
}

/** Sets the newest total on every page. */
export function withTotal(pages: StudyPages, totalRecords: number): StudyPages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, totalRecords })) }
}

export function belongsTo(tab: Tab, row: WorklistRow, role: Role): boolean {
  return tab === 'all' || tabOf(row.workflowStatus, role) === tab
}
