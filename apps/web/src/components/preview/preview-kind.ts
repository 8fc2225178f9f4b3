export type PreviewKind = 'image' | 'text' | 'pdf' | 'none'

/** How a file of a kind that our own lists name is looked at. Word documents and all else are downloaded. */
export function previewKindOf(contentType: string): PreviewKind {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType === 'text/plain') return 'text'
  return contentType === 'application/pdf' ? 'pdf' : 'none'
}
