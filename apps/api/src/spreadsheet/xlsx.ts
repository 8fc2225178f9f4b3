import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { type Cell, headingXml, rowXml, sheetBegin, sheetEnd, workbookParts } from './xlsx-xml.ts'

export const xlsxContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `width` in characters. */
export type Column = { heading: string; width: number }

type Sheet = { name: string; columns: readonly Column[]; rows: AsyncIterable<readonly Cell[]> }

/** Packed and not yet taken, at most. */
const MAX_WAITING_BYTES = 256 * 1024

async function* sheetXml({ columns, rows }: Sheet, untilTaken: () => Promise<void>): AsyncGenerator<string> {
  yield sheetBegin(columns.map(({ width }) => width)) + headingXml(columns.map(({ heading }) => heading))
  let number = 1
  for await (const row of rows) {
    number += 1
    yield rowXml(row, number)
    await untilTaken()
  }
  yield sheetEnd
}

async function* pack(sheet: Sheet): AsyncGenerator<Buffer> {
  const archive = new ZipArchive({ zlib: { level: 6 } })
  const taken = new EventEmitter()
  const ended = new AbortController()
  // The archive takes whatever it is given, however slow its reader.
  const untilTaken = async () => {
    while (archive.readableLength > MAX_WAITING_BYTES) await once(taken, 'taken', { signal: ended.signal })
  }
  const content = Readable.from(sheetXml(sheet, untilTaken), { objectMode: false })
  content.on('error', (error) => archive.destroy(error))
  for (const [name, xml] of Object.entries(workbookParts(sheet.name))) archive.append(xml, { name })
  archive.append(content, { name: 'xl/worksheets/sheet1.xml' })
  archive.finalize().catch((error: Error) => archive.destroy(error))
  try {
    for await (const chunk of archive) {
      yield chunk
      taken.emit('taken')
    }
  } finally {
    ended.abort()
    content.destroy()
  }
}

/**
 * A spreadsheet (ECMA-376) of one sheet as it is made: rows are read as fast as the file is taken. The file breaks off, and is never taken
 * for complete, where a row cannot be read; destroying the stream ends the reading of rows.
 */
export function createXlsx(sheet: Sheet): Readable {
  return Readable.from(pack(sheet), { objectMode: false })
}
