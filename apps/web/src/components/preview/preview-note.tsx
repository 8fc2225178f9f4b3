import type { ReactNode } from 'react'

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
