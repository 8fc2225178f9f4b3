import { AppError } from '@readroom/contracts/core/errors'
import {
  type ImportColumn,
  type ImportFault,
  importColumns,
  maxImportLines,
  neededColumns,
} from '@readroom/contracts/people/people-import'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { isText } from '../../core/file-content.ts'

/** A record of the file: the line that it begins on, counted from 1, and its cells. */
export type Line = { line: number; cells: Record<ImportColumn, string> }

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }))

const unreadable = (why: string) => new AppError('IMPORT_UNREADABLE', { why })

/** Returns the delimiter. Spreadsheets choose it by country; no column name contains either. */
function delimiterOf(text: string): ',' | ';' {
  const [heading = ''] = text.split(/\r?\n/, 1)
  return heading.includes(';') ? ';' : ','
}

/** Parses CSV (RFC 4180). Records that are longer or shorter than the heading are reported later. Throws IMPORT_UNREADABLE. */
function readRecords(bytes: Buffer): { line: number; record: string[] }[] {
  if (!isText(bytes)) throw unreadable('The file is not UTF-8 text.')
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  try {
    const options = { delimiter: delimiterOf(text), relax_column_count: true, info: true, trim: true, max_record_size: 64 * 1024 }
    const records = Records.parse(parse(text, options))
    return records.map(({ record }, index) => ({ record, line: (records[index - 1]?.info.lines ?? 0) + 1 }))
  } catch (error) {
    const line = error instanceof CsvError && 'lines' in error ? ` See line ${String(error.lines)}.` : ''
    throw unreadable(`Quotation marks or cells do not match.${line}`)
  }
}

const isColumn = (name: string): name is ImportColumn => importColumns.some((column) => column === name)

/** Returns the columns in the heading's order, whatever their case. Throws IMPORT_UNREADABLE. */
function columnsOf(heading: readonly string[]): ImportColumn[] {
  const columns = heading.map((name) => importColumns.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name)
  const unknown = columns.find((name) => !isColumn(name))
  if (unknown !== undefined) throw unreadable(`Unknown column "${unknown.slice(0, 50)}".`)
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw unreadable(`The column "${twice}" appears twice.`)
  const missing = neededColumns.find((name) => !columns.includes(name))
  if (missing !== undefined) throw unreadable(`The column "${missing}" is missing.`)
  return columns.filter(isColumn)
}

const none = Object.fromEntries(importColumns.map((name) => [name, '']))
const Cells = z.record(z.enum(importColumns), z.string())

/** Reads the lines of a CSV file with a heading, without blank ones. Throws IMPORT_UNREADABLE. */
export function readPeople(bytes: Buffer): { lines: Line[]; faults: ImportFault[] } {
  const [heading, ...records] = readRecords(bytes)
  if (!heading) throw unreadable('The file is empty.')
  const columns = columnsOf(heading.record)
  const filled = records.filter(({ record }) => record.some((cell) => cell !== ''))
  if (filled.length === 0) throw unreadable('There are no lines below the heading.')
  if (filled.length > maxImportLines) throw unreadable(`The file has more than ${maxImportLines.toLocaleString('en-GB')} lines.`)
  const fits = ({ record }: { record: string[] }) => record.length === columns.length
  const faults = filled
    .filter((record) => !fits(record))
    .map(({ line, record }) => ({
      line,
      column: null,
      value: record.join(', '),
      what: `The line has ${record.length} cells instead of ${columns.length}.`,
    }))
  const lines = filled.filter(fits).map(({ line, record }) => {
    const named = Object.fromEntries(columns.map((name, index) => [name, record[index] ?? '']))
    return { line, cells: Cells.parse({ ...none, ...named }) }
  })
  return { lines, faults }
}
