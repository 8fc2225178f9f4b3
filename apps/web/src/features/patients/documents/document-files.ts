import { errorTable } from '@readroom/contracts/core/errors'
import {
  type DocumentCategory,
  type DocumentExtension,
  documentCategories,
  documentFileTypes,
  maxDocumentBytes,
  type PatientDocument,
} from '@readroom/contracts/patients/documents'
import { type PreviewKind, previewKindOf } from '../../../components/preview/preview.tsx'
import { beginsAsImage } from '../../../lib/image-beginning.ts'

const labels: Record<PatientDocument['documentType'], string> = {
  clinical: 'Clinical',
  radiology: 'Radiology',
  lab: 'Lab',
  other: 'Other',
  report: 'Report',
}

export const typeLabel = (type: PatientDocument['documentType']): string => labels[type]

/** The categories with their labels. */
export const categories = documentCategories.map((value) => ({ value, label: labels[value] }))

export const isCategory = (value: string): value is DocumentCategory => documentCategories.some((category) => category === value)

const isExtension = (value: string): value is DocumentExtension => Object.hasOwn(documentFileTypes, value)

/** The accepted extensions, for the file chooser. */
export const acceptedFiles = Object.keys(documentFileTypes)
  .map((extension) => `.${extension}`)
  .join(',')

const isImageName = (name: string) => /\.(png|jpe?g|gif)$/i.test(name)

/** Returns why a file can't be a document, or null if it can. The server checks more of its bytes. */
export async function refuseFile(file: File): Promise<string | null> {
  const { name, size } = file
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!isExtension(extension)) return `"${name}" is not accepted. Choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file.`
  if (size > maxDocumentBytes) return `"${name}" is too large. Documents can be up to 20 MB.`
  if (size === 0) return `"${name}" is empty.`
  const isLie = isImageName(name) && !(await beginsAsImage(file, ['png', 'jpeg', 'gif']))
  return isLie ? errorTable.UNSUPPORTED_DOCUMENT.message.replace('{fileName}', name) : null
}

/** Returns documents and reports together, newest first. */
export function mergeFiles(documents: readonly PatientDocument[], reports: readonly PatientDocument[]): PatientDocument[] {
  return [...documents, ...reports].sort((one, other) => other.uploadedAt.localeCompare(one.uploadedAt))
}

/** Returns the preview and content type of a file by its extension in our list, whatever type the file or the server claims. */
export function previewOf({ fileType }: Pick<PatientDocument, 'fileType'>): { kind: PreviewKind; contentType: string } {
  const contentType = isExtension(fileType) ? documentFileTypes[fileType] : 'application/octet-stream'
  return { kind: previewKindOf(contentType), contentType }
}
