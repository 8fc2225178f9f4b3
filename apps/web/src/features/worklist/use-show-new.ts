import type { WorklistRow } from '@readroom/contracts/studies'
import { useEffect, useState } from 'react'

type Options = {
  waiting: ReadonlySet<string>
  showWaiting: () => void
  rows: readonly WorklistRow[]
  onActivate: (studyId: string) => void
}

/** Shows what waits, and leads to the first of it: the list scrolls there, and the focus is on it. */
export function useShowNew({ waiting, showWaiting, rows, onActivate }: Options) {
  const [shown, setShown] = useState<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!shown) return
    const first = rows.find(({ _id }) => shown.has(_id))
    setShown(null)
    if (first) onActivate(first._id)
  }, [shown, rows, onActivate])
  return () => {
    setShown(waiting)
    showWaiting()
  }
}
