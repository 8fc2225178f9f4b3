import { useEffect, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ApiError } from '../../../lib/api/api-error.ts'

const skeletonDelayMs = 150
const widths = ['w-2/5', 'w-4/5', 'w-3/5', 'w-3/4', 'w-1/2', 'w-2/3']

/** Shows placeholders after 150 ms, so that a quick answer doesn't flicker. */
export function SummarySkeleton() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="status" aria-label="Loading patient information" className="grid gap-4 py-4">
      {shown && widths.map((width) => <span key={width} className={`h-2 rounded-full bg-press ${width}`} />)}
    </div>
  )
}

/** Explains why the summary can't be shown. */
export function SummaryFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-5 py-16 text-text-2">
      {isGone ? 'No patient data available' : 'Failed to load patient information'}
      <Button className="max-lg:h-11" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
