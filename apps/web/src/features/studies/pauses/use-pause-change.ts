import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { studyKeys, updateCachedRows } from '../../../lib/studies/study-cache.ts'

type Options<A> = {
  studyId: string
  change: (input: A) => Promise<{ study: WorklistRow }>
  /** Shown when the change is made. */
  done: string
  onDone?: () => void
}

/** Makes a change of a study's pause and shows the row that follows. Keeps the reason of a refusal. */
export function usePauseChange<A = void>({ studyId, change, done, onDone }: Options<A>) {
  const client = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const { start, isBusy } = useChange<A, { study: WorklistRow }>({
    change,
    done: () => done,
    failed: 'This failed. Please try again.',
    onFailure: setFailure,
    onDone({ study }) {
      updateCachedRows(client, [study])
      onDone?.()
    },
    // A refusal means that somebody else was quicker.
    invalidates: [studyKeys.one(studyId), studyKeys.lists],
  })
  return {
    failure,
    isBusy,
    start(input: A) {
      setFailure(null)
      start(input)
    },
  }
}
