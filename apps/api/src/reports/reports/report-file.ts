import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { type ReportExtension, reportFileTypes } from '@readroom/contracts/reports/reports'
import { fileTypeFromBuffer } from 'file-type'
import { extensionOf, isText, isWhatItSays, safeFileName } from '../../core/file-content.ts'

const isExtension = (value: string): value is ReportExtension => Object.hasOwn(reportFileTypes, value)

export type ReportFile = { fileName: string; contentType: string; bytes: Buffer; sha256: string }

/** Accepts a file if its name and content agree on an accepted type. Throws UNSUPPORTED_FILE. */
export async function checkReportFile(name: string, bytes: Buffer): Promise<ReportFile> {
  const fileName = safeFileName(name)
  const extension = extensionOf(fileName)
  if (!isExtension(extension) || bytes.length === 0) throw new AppError('UNSUPPORTED_FILE')
  if (!isWhatItSays(extension, await fileTypeFromBuffer(bytes), isText(bytes))) throw new AppError('UNSUPPORTED_FILE')
  return { fileName, contentType: reportFileTypes[extension], bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
