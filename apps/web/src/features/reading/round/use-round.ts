import type { SkipReason } from '@readroom/contracts/reading'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { useUser } from '../../../lib/session/session.ts'
import { claimFirst, openAfter, placeIn } from '../next-study.ts'
import { asidesOptions, roundCallsOf } from '../reading.queries.ts'
import type { ReadingPageProps } from '../reading-page-props.ts'
import { type LastSigned, noteSigned } from '../signing/last-signed.ts'
import { useRoundCounts } from './session-round.ts'

type Options = Pick<ReadingPageProps, 'studyId' | 'readList' | 'pathOf' | 'onOpen' | 'onLeave'> & {
  windowId: string
  isRead: boolean
}

/** The reader's way through their list: where they are, what comes next, and what they leave for later. */
export function useRound({ studyId, windowId, readList, pathOf, onOpen, onLeave, isRead }: Options) {
  const { _id: userId } = useUser()
  const queries = useQueryClient()
  const { counts, change } = useRoundCounts(userId)
  /** Undefined where nobody could say. */
  const following = useRef<string[]>(undefined)
  const isLeaving = useRef(false)
  /** The study that is on the desk; null once the desk was left. */
  const onDesk = useRef<string>(null)
  useEffect(() => {
    onDesk.current = studyId
    return () => {
      onDesk.current = null
    }
  }, [studyId])
  const { data: asides = [] } = useQuery(asidesOptions())
  // Read behind the study's own record: the reader waits for that one.
  const list = useQuery({
    queryKey: ['reading', 'list', studyId],
    queryFn: readList,
    enabled: isRead,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false },
  })
  const leftOut = [...asides.map(({ _id }) => _id), ...counts.skipped]

  /** Reads the list before the study leaves it. A list that cannot be read holds nothing up. */
  async function prepare(): Promise<void> {
    const rows = await readList().catch(() => list.data)
    following.current = rows && openAfter(rows, studyId, leftOut)
  }
  async function openNext(): Promise<void> {
    const next = following.current && (await claimFirst(following.current, windowId).catch(() => undefined))
    // Where the reader has gone by then is where they want to be.
    if (onDesk.current !== studyId) return
    if (next) return onOpen(next)
    if (next === null) notify.info('No further study to read in this list')
    else notify.warning('The next study could not be opened', { description: 'Please open it from the list.' })
    onLeave()
  }
  async function leave(what: string, call: () => Promise<unknown>, done: string): Promise<void> {
    if (isLeaving.current) return
    isLeaving.current = true
    try {
      // Neither changes the list.
      await Promise.all([prepare(), call()])
      notify.success(done)
      void queries.invalidateQueries({ queryKey: asidesOptions().queryKey })
      await openNext()
    } catch (error) {
      notify.error(what, { description: reasonOf(error, 'Please try again.') })
    } finally {
      isLeaving.current = false
    }
  }

  return {
    asides,
    counts,
    place: placeIn(list.data ?? [], studyId),
    /** What is loaded ahead. */
    nextId: list.data ? (openAfter(list.data, studyId, leftOut)[0] ?? null) : null,
    prepare,
    signed(after: 'close' | 'next', { version, study }: Pick<LastSigned, 'version' | 'study'>): void {
      const [next] = openAfter(list.data ?? [], studyId, leftOut)
      const nextPath = after === 'close' && next !== undefined ? pathOf(next) : null
      noteSigned({ version, study, at: Date.now(), path: pathOf(studyId), nextPath })
      change(({ signed }) => ({ signed: signed + 1 }))
      if (after === 'next') void openNext()
      else onLeave()
    },
    putAside: () =>
      leave(
        'The study was not put aside',
        async () => {
          await roundCallsOf(studyId, windowId).putAside()
          change(({ putAside }) => ({ putAside: putAside + 1 }))
        },
        'Put aside. It stays with you.',
      ),
    skip: (body: { reason: SkipReason; note: string }) =>
      leave(
        'The study was not skipped',
        async () => {
          await roundCallsOf(studyId, windowId).skip(body)
          change(({ skipped }) => ({ skipped: [...new Set([...skipped, studyId])] }))
        },
        'Skipped',
      ),
    async takeUp(): Promise<void> {
      await roundCallsOf(studyId, windowId).takeUp()
      await queries.invalidateQueries({ queryKey: asidesOptions().queryKey })
    },
  }
}

export type RoundState = ReturnType<typeof useRound>
