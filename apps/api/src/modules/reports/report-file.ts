import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import { type ReportExtension, reportFileTypes } from '@readroom/contracts/reports'
import { fileTypeFromBuffer } from 'file-type'

/** What the bytes of each accepted kind look like to the detector; plain text looks like nothing. */
const detectedTypes: Record<ReportExtension, readonly (string | undefined)[]> = {
  pdf: ['application/pdf'],
  doc: ['application/x-cfb', 'application/msword'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  txt: [undefined],
}

const isExtension = (value: string): value is ReportExtension => Object.hasOwn(reportFileTypes, value)

function isText(bytes: Buffer): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** The last part of a client's path, without control characters, at most 200 characters; its extension stays. */
function safeFileName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  const base = name.replace(/^.*[\\/]/, '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot).slice(0, 190) + base.slice(dot).slice(0, 10) : base.slice(0, 200)
}

export type ReportFile = { fileName: string; contentType: string; bytes: Buffer; sha256: string }

/** Accepts a file whose name and bytes agree on an accepted type. Throws UNSUPPORTED_FILE. */
export async function checkReportFile(name: string, bytes: Buffer): Promise<ReportFile> {
  const fileName = safeFileName(name)
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  if (!isExtension(extension) || bytes.length === 0) throw new AppError('UNSUPPORTED_FILE')
  const detected = await fileTypeFromBuffer(bytes)
  const isAccepted = detectedTypes[extension].includes(detected?.mime) && (extension !== 'txt' || isText(bytes))
  if (!isAccepted) throw new AppError('UNSUPPORTED_FILE')
  return { fileName, contentType: reportFileTypes[extension], bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}
