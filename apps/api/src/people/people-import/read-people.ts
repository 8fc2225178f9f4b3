import { type ImportColumn, type ImportFault, importColumns, neededColumns } from '@readroom/contracts/people/people-import'
import { z } from 'zod'
import { readTable } from '../../core/csv-table.ts'

/** A record of the file: the line that it begins on, counted from 1, and its cells. */
export type Line = { line: number; cells: Record<ImportColumn, string> }

const none = Object.fromEntries(importColumns.map((name) => [name, '']))
const Cells = z.record(z.enum(importColumns), z.string())

/** Reads the lines of a CSV file with a heading, without blank ones. Throws IMPORT_UNREADABLE. */
export function readPeople(bytes: Buffer): { lines: Line[]; faults: ImportFault[] } {
  const { lines, faults } = readTable(bytes, { columns: importColumns, needed: neededColumns })
  return {
    lines: lines.map(({ line, cells }) => ({ line, cells: Cells.parse({ ...none, ...Object.fromEntries(cells) }) })),
    faults,
  }
}
