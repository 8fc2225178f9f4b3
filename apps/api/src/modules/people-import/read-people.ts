import { AppError } from '@readroom/contracts/errors'
import {
  type ImportColumn,
  type ImportFault,
  importColumns,
  maxImportLines,
  neededColumns,
} from '@readroom/contracts/people-import'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { isText } from '../../file-content.ts'

/** A record of the file: the line on which it begins, from 1, and its cells. */
export type Line = { line: number; cells: Record<ImportColumn, string> }

const Records = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }))

const unreadable = (why: string) => new AppError('IMPORT_UNREADABLE', { why })

/** Spreadsheets write what their country does; no column's name has either in it. */
function delimiterOf(text: string): ',' | ';' {
  const [heading = ''] = text.split(/\r?\n/, 1)
  return heading.includes(';') ? ';' : ','
}

/** RFC 4180. Records of other lengths than the heading are named later. Throws IMPORT_UNREADABLE. */
function readRecords(bytes: Buffer): { line: number; record: string[] }[] {
  if (!isText(bytes)) throw unreadable('It is not text in UTF-8.')
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  try {
    const options = { delimiter: delimiterOf(text), relax_column_count: true, info: true, trim: true, max_record_size: 64 * 1024 }
    const records = Records.parse(parse(text, options))
    return records.map(({ record }, index) => ({ record, line: (records[index - 1]?.info.lines ?? 0) + 1 }))
  } catch (error) {
    const line = error instanceof CsvError && 'lines' in error ? ` See line ${String(error.lines)}.` : ''
    throw unreadable(`Its quotation marks or cells do not fit together.${line}`)
  }
}

const isColumn = (name: string): name is ImportColumn => importColumns.some((column) => column === name)

/** The columns as they stand in the heading, whatever their case. Throws IMPORT_UNREADABLE. */
function columnsOf(heading: readonly string[]): ImportColumn[] {
  const columns = heading.map((name) => importColumns.find((column) => column.toLowerCase() === name.toLowerCase()) ?? name)
  const unknown = columns.find((name) => !isColumn(name))
  if (unknown !== undefined) throw unreadable(`There is no column "${unknown.slice(0, 50)}".`)
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw unreadable(`The column "${twice}" is there twice.`)
  const missing = neededColumns.find((name) => !columns.includes(name))
  if (missing !== undefined) throw unreadable(`The column "${missing}" is missing.`)
  return columns.filter(isColumn)
}

const none = Object.fromEntries(importColumns.map((name) => [name, '']))
const Cells = z.record(z.enum(importColumns), z.string())

/** The lines of a .csv file with a heading; blank ones are left out. Throws IMPORT_UNREADABLE. */
export function readPeople(bytes: Buffer): { lines: Line[]; faults: ImportFault[] } {
  const [heading, ...records] = readRecords(bytes)
  if (!heading) throw unreadable('It is empty.')
  const columns = columnsOf(heading.record)
  const filled = records.filter(({ record }) => record.some((cell) => cell !== ''))
  if (filled.length === 0) throw unreadable('There is nobody below its heading.')
  if (filled.length > maxImportLines) throw unreadable(`It has more than ${maxImportLines.toLocaleString('en-GB')} lines.`)
  const fits = ({ record }: { record: string[] }) => record.length === columns.length
  const faults = filled
    .filter((record) => !fits(record))
    .map(({ line, record }) => ({ line, column: null, what: `It has ${record.length} cells instead of ${columns.length}.` }))
  const lines = filled.filter(fits).map(({ line, record }) => {
    const named = Object.fromEntries(columns.map((name, index) => [name, record[index] ?? '']))
    return { line, cells: Cells.parse({ ...none, ...named }) }
  })
  return { lines, faults }
}
