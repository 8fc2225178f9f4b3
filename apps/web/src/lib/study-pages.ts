import type { StudyList, WorklistRow } from '@readroom/contracts/studies'
import { type Tab, tabCategories } from '@readroom/contracts/study-workflow'
import type { InfiniteData } from '@tanstack/react-query'

/** The loaded pages of one worklist, newest upload first. */
export type StudyPages = InfiniteData<StudyList, string | undefined>

export const allRows = (pages: StudyPages | undefined): WorklistRow[] => pages?.pages.flatMap((page) => page.data) ?? []

export function findRow(pages: StudyPages | undefined, studyId: string): WorklistRow | undefined {
  return allRows(pages).find((row) => row._id === studyId)
}

function mapPages(pages: StudyPages, change: (rows: WorklistRow[]) => WorklistRow[]): StudyPages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) }
}

/** Replaces rows where they are; unknown ones are left out, so nothing moves. */
export function replaceRows(pages: StudyPages, fresh: readonly WorklistRow[]): StudyPages {
  const byId = new Map(fresh.map((row) => [row._id, row]))
  return mapPages(pages, (rows) => rows.map((row) => byId.get(row._id) ?? row))
}

export function removeRows(pages: StudyPages, gone: (row: WorklistRow) => boolean): StudyPages {
  return mapPages(pages, (rows) => rows.filter((row) => !gone(row)))
}

/** Rows of `fresh` that no loaded page has. */
export function unknownRows(pages: StudyPages | undefined, fresh: readonly WorklistRow[]): WorklistRow[] {
  const known = new Set(allRows(pages).map((row) => row._id))
  return fresh.filter((row) => !known.has(row._id))
}

/** Puts new rows into the first page by upload time, newest first. */
export function insertRows(pages: StudyPages, incoming: readonly WorklistRow[]): StudyPages {
  const [first, ...rest] = pages.pages
  const added = unknownRows(pages, incoming)
  if (!first || added.length === 0) return pages
  const data = [...added, ...first.data].sort((a, b) => b.uploadDateTime.localeCompare(a.uploadDateTime))
  return { ...pages, pages: [{ ...first, data }, ...rest] }
}

/** The total that the newest answer gives, on every page. */
export function withTotal(pages: StudyPages, totalRecords: number): StudyPages {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, totalRecords })) }
}

export function belongsTo(tab: Tab, row: WorklistRow): boolean {
  return tabCategories[tab].includes(row.currentCategory)
}
