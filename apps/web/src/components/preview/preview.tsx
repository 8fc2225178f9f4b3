import { reportFileTypes } from '@readroom/contracts/reports/reports'
import type { ReactNode } from 'react'

export type PreviewKind = 'image' | 'text' | 'pdf' | 'word' | 'none'

/** Returns how a file of this type is previewed. Older Word documents and other types can only be downloaded. */
export function previewKindOf(contentType: string): PreviewKind {
  if (contentType.startsWith('image/')) return 'image'
  if (contentType === 'text/plain') return 'text'
  if (contentType === reportFileTypes.docx) return 'word'
  return contentType === 'application/pdf' ? 'pdf' : 'none'
}

/** The props of every kind of preview. `onFailed` is called if the file can't be shown. */
export type PreviewProps = { blob: Blob; name: string; onFailed: () => void }

/** Renders the note in place of a preview: that it is loading, or why it can't be shown. */
export function PreviewNote({ children, isAlert = false }: { children: ReactNode; isAlert?: boolean }) {
  return (
    <p role={isAlert ? 'alert' : 'status'} className="px-5 py-16 text-center break-words text-text-2">
      {children}
    </p>
  )
}
