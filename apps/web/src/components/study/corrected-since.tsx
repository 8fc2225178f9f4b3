import { TriangleAlert } from 'lucide-react'

/** Said to whoever has a report that is no longer the newest. */
export function CorrectedSince() {
  return (
    <p
      role="status"
      className="mx-auto mb-3 flex w-full max-w-[800px] items-center gap-2 rounded-sm bg-orange-wash px-3 py-2 font-medium text-orange-fg print:hidden"
    >
      <TriangleAlert size={15} aria-hidden className="shrink-0" />
      Corrected since you downloaded it. Download the new one.
    </p>
  )
}
