import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useEffect, useState } from 'react'

type Options = {
  waiting: ReadonlySet<string>
  showWaiting: () => void
  rows: readonly WorklistRow[]
  onActivate: (studyId: string) => void
}

/** Shows waiting studies and activates the first of them. The list scrolls there and the row gets the focus. */
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
