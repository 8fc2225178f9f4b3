import { LoaderCircle } from 'lucide-react'

/** Tells the user that something loads, with a spinner. */
export function Loading({ children = 'Loading...' }: { children?: string }) {
  return (
    <p role="status" className="flex items-center gap-2 text-text-2">
      <LoaderCircle size={16} className="shrink-0 animate-spin text-icon" aria-hidden />
      {children}
    </p>
  )
}
