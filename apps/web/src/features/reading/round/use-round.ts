import type { SkipReason } from '@readroom/contracts/reading/reading'
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

/** Leads the reader through their list: the current position, the next study, and putting aside or skipping. */
export function useRound({ studyId, windowId, readList, pathOf, onOpen, onLeave, isRead }: Options) {
  const { _id: userId } = useUser()
  const queries = useQueryClient()
  const { counts, change } = useRoundCounts(userId)
  /** The studies to open next. Undefined if the list could not be loaded. */
  const following = useRef<string[]>(undefined)
  const isLeaving = useRef(false)
  /** The id of the current study. Null after the reader has left. */
  const onDesk = useRef<string>(null)
  useEffect(() => {
    onDesk.current = studyId
    return () => {
      onDesk.current = null
    }
  }, [studyId])
  const { data: asides = [] } = useQuery(asidesOptions())
  // Loaded after the study's own record, which the reader is waiting for.
  const list = useQuery({
    queryKey: ['reading', 'list', studyId],
    queryFn: readList,
    enabled: isRead,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const leftOut = [...asides.map(({ _id }) => _id), ...counts.skipped]

  /** Loads the list before the study leaves it. A failure doesn't hold anything up. */
  async function prepare(): Promise<void> {
    const rows = await readList().catch(() => list.data)
    following.current = rows && openAfter(rows, studyId, leftOut)
  }
  async function openNext(): Promise<void> {
    const next = following.current && (await claimFirst(following.current, windowId).catch(() => undefined))
    // The reader has gone elsewhere meanwhile, so nothing is opened.
    if (onDesk.current !== studyId) return
    if (next) return onOpen(next)
    if (next === null) notify.info('No more studies to read in this list')
    else notify.warning('The next study could not be opened', { description: 'Please open it from the list.' })
    onLeave()
  }
  async function leave(what: string, call: () => Promise<unknown>, done: string): Promise<void> {
    if (isLeaving.current) return
    isLeaving.current = true
    try {
      // Neither call changes the list, so they run together.
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
    /** The study to load ahead. */
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
        'Study not put aside',
        async () => {
          await roundCallsOf(studyId, windowId).putAside()
          change(({ putAside }) => ({ putAside: putAside + 1 }))
        },
        'Put aside. The study stays assigned to you.',
      ),
    skip: (body: { reason: SkipReason; note: string }) =>
      leave(
        'Study not skipped',
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

/** The actions of the round that the report being written offers. */
export type RoundInReport = Pick<RoundState, 'prepare' | 'signed'> & { putAside: () => void }
