import { useRef } from 'react'
import { notify } from '../../lib/notify.tsx'
import { claimFirst, openAfter } from './next-study.ts'
import type { ReadingPageProps } from './reading-page-props.ts'

type Options = Pick<ReadingPageProps, 'studyId' | 'readList' | 'onOpen' | 'onLeave'> & { windowId: string }

/** What follows a signature: back to the list, or the list's next study. */
export function useNextStudy({ studyId, windowId, readList, onOpen, onLeave }: Options) {
  const following = useRef<string[]>([])

  async function openNext(): Promise<void> {
    const next = await claimFirst(following.current, windowId).catch(() => null)
    if (next !== null) return onOpen(next)
    notify.info('No further study to read in this list')
    onLeave()
  }

  return {
    /** Reads the list before the study leaves it by being signed. A list that cannot be read holds no signature up. */
    async prepare(): Promise<void> {
      following.current = openAfter(await readList().catch(() => []), studyId)
    },
    go(after: 'close' | 'next'): void {
      notify.success('Report signed')
      if (after === 'next') void openNext()
      else onLeave()
    },
  }
}
