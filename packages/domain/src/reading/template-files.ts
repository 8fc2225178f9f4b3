import { AppError } from '@readroom/contracts/core/errors'
import type { ReadingTemplateText } from '@readroom/contracts/reading/reading-templates'
import { readContent } from '@readroom/report/content'
import { TemplateFileInvalid } from '@readroom/report/mrrt/html-tree'
import { type MrrtTemplate, readMrrt } from '@readroom/report/mrrt/read-mrrt'
import { writeMrrt } from '@readroom/report/mrrt/write-mrrt'

function read(bytes: Uint8Array): MrrtTemplate {
  try {
    return readMrrt(bytes)
  } catch (error) {
    if (error instanceof TemplateFileInvalid) throw new AppError('MRRT_INVALID', { why: error.message })
    throw error
  }
}

/** A template from the bytes of an MRRT file, under a name or its own title. Without words it is taken by itself nowhere. Throws MRRT_INVALID. */
export function readTemplateFile(bytes: Uint8Array, name: string | null): { text: ReadingTemplateText; notes: string[] } {
  const { title, studies, content, notes } = read(bytes)
  const called =
    (name ??
      title
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, 100)
        .toWellFormed()
        .trim()) ||
    'Imported template'
  return { text: { name: called, ...studies, content }, notes }
}

/** The bytes of an MRRT file with a template, which `readTemplateFile` reads as the same one. */
export function writeTemplateFile({ name, content, ...studies }: ReadingTemplateText): Buffer {
  return Buffer.from(writeMrrt(name, studies, readContent(content)))
}
