import { reportFileTypes } from '@readroom/contracts/reports'

export type PreviewKind = 'image' | 'text' | 'pdf' | 'word' | 'none'

/** How a file of a kind that our own lists name is looked at. Older Word documents and all else are downloaded. */
export function previewKindOf(contentType: string): PreviewKind {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType === 'text/plain') return 'text'
  if (contentType === reportFileTypes.docx) return 'word'
  return contentType === 'application/pdf' ? 'pdf' : 'none'
}
