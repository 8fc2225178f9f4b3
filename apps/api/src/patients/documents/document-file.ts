import { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import { type DocumentExtension, documentFileTypes, maxDocumentPixels } from '@readroom/contracts/patients/documents'
import { fileTypeFromStream } from 'file-type'
import { extensionOf, isWhatItSays, sidesOf } from '../../core/file-content.ts'
import type { ArrivedFile } from '../../core/http/files/multipart-files.ts'

/** The size of an image stands behind its metadata, so this much is read to find it. */
const headBytes = 1024 * 1024

const isExtension = (value: string): value is DocumentExtension => Object.hasOwn(documentFileTypes, value)

export type DocumentFile = ArrivedFile & { contentType: string }

async function detect(stream: Readable) {
  try {
    return await fileTypeFromStream(Readable.toWeb(stream))
  } finally {
    stream.destroy()
  }
}

/** Throws UNSUPPORTED_DOCUMENT for an image without a size, DOCUMENT_TOO_MANY_PIXELS for one that is too large. */
async function checkPixels(file: ArrivedFile): Promise<void> {
  const { fileName } = file
  const sides = sidesOf(await file.head(headBytes))
  if (!sides || Math.min(sides.width, sides.height) < 1) throw new AppError('UNSUPPORTED_DOCUMENT', { fileName })
  if (sides.width * sides.height > maxDocumentPixels) throw new AppError('DOCUMENT_TOO_MANY_PIXELS', { fileName })
}

/** Accepts a file if its name and content agree on an accepted type. */
export async function checkDocumentFile(file: ArrivedFile): Promise<DocumentFile> {
  const { fileName, size, isText } = file
  const extension = extensionOf(fileName)
  const isAccepted = isExtension(extension) && size > 0 && isWhatItSays(extension, await detect(file.read()), isText)
  if (!isAccepted) throw new AppError('UNSUPPORTED_DOCUMENT', { fileName })
  const contentType = documentFileTypes[extension]
  if (contentType.startsWith('image/')) await checkPixels(file)
  return { ...file, contentType }
}
