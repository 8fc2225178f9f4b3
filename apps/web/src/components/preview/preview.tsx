import { reportFileTypes } from '@readroom/contracts/reports'
import type { ReactNode } from 'react'

export type PreviewKind = 'image' | 'text' | 'pdf' | 'word' | 'none'

/** How a file of a kind that our own lists name is looked at. Older Word documents and all else are downloaded. */
export function previewKindOf(contentType: string): PreviewKind {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType === 'text/plain') return 'text'
  if (contentType === reportFileTypes.docx) return 'word'
  return contentType === 'application/pdf' ? 'pdf' : 'none'
}

/** What a preview is made of, and what it says where it cannot be. */
export type PreviewProps = { blob: Blob; name: string; onFailed: () => void }

/** In the place of what is looked at: that it loads, or why it is not shown. */
export function PreviewNote({ children, isAlert = false }: { children: ReactNode; isAlert?: boolean }) {
  return (
    <p role={isAlert ? 'alert' : 'status'} className="px-5 py-16 text-center break-words text-text-2">
      {children}
    </p>
  )
}
