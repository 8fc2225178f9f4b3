import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipArchive } from 'archiver'
import { type Cell, headingXml, rowXml, sheetBegin, sheetEnd, workbookParts } from './xlsx-xml.ts'

export const xlsxContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `width` in characters. */
export type Column = { heading: string; width: number }

type Sheet = { name: string; columns: readonly Column[]; rows: AsyncIterable<readonly Cell[]> }

/** Limit for packed bytes that the reader has not taken yet. */
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
  // The archive itself applies no back-pressure.
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
 * Streams a spreadsheet (ECMA-376) with one sheet. Rows are read as fast as the file is consumed. If a row cannot be read, the file breaks off
 * and does not open as complete. Destroying the stream stops reading rows.
 */
export function createXlsx(sheet: Sheet): Readable {
  return Readable.from(pack(sheet), { objectMode: false })
}
