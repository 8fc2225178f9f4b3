import { AppError } from '@readroom/contracts/core/errors'
import { type ImportFault, maxImportLines } from '@readroom/contracts/people/people-import'
import { CsvError, parse } from 'csv-parse/sync'
import { z } from 'zod'
import { isText } from './file-content.ts'

/** The columns that a file can have, and those that it must have. */
type Heading<C extends string> = { columns: readonly C[]; needed: readonly C[] }

/** A record of the file: the line that it begins on, counted from 1, and its cells. */
export type TableLine<C extends string> = { line: number; cells: ReadonlyMap<C, string> }

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

/** Returns the columns in the heading's order, whatever their case. Throws IMPORT_UNREADABLE. */
function columnsOf<C extends string>(heading: readonly string[], { columns: known, needed }: Heading<C>): C[] {
  const columns = heading.map((name) => {
    const column = known.find((one) => one.toLowerCase() === name.toLowerCase())
    if (column === undefined) throw unreadable(`Unknown column "${name.slice(0, 50)}".`)
    return column
  })
  const twice = columns.find((name, index) => columns.indexOf(name) !== index)
  if (twice !== undefined) throw unreadable(`The column "${twice}" appears twice.`)
  const missing = needed.find((name) => !columns.includes(name))
  if (missing !== undefined) throw unreadable(`The column "${missing}" is missing.`)
  return columns
}

/** Reads the lines of a CSV file with a heading, without blank ones. Throws IMPORT_UNREADABLE. */
export function readTable<C extends string>(
  bytes: Buffer,
  expected: Heading<C>,
): { lines: TableLine<C>[]; faults: ImportFault[] } {
  const [heading, ...records] = readRecords(bytes)
  if (!heading) throw unreadable('The file is empty.')
  const columns = columnsOf(heading.record, expected)
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
  const lines = filled
    .filter(fits)
    .map(({ line, record }) => ({ line, cells: new Map(columns.map((name, index) => [name, record[index] ?? ''])) }))
  return { lines, faults }
}

/** Throws IMPORT_REFUSED if there is a fault. It counts the wrong lines and tells the first. */
export function demandFaultless(faults: readonly ImportFault[]): void {
  const [first] = faults
  if (!first) return
  const where = first.column === null ? `Line ${first.line}` : `Line ${first.line}, ${first.column}`
  throw new AppError('IMPORT_REFUSED', {
    count: new Set(faults.map(({ line }) => line)).size,
    first: `${where}: ${first.what}`,
  })
}
