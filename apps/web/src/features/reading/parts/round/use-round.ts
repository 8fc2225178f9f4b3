import type { SkipReason } from '@readroom/contracts/reading/reading'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { notify } from '../../../../lib/notify.tsx'
import { useUser } from '../../../../lib/session/session.ts'
import { asidesOptions } from '../../requests/reading.queries.ts'
import { openAfter, placeIn } from '../../session/next-study.ts'
import type { ReadingStore } from '../../session/reading-store.ts'
import { type LastSigned, noteSigned } from '../signing/last-signed.ts'
import type { ReadingPageProps } from './reading-page-props.ts'
import { useRoundCounts } from './session-round.ts'

type Signed = Pick<LastSigned, 'version' | 'study'>

type Options = Pick<ReadingPageProps, 'readList' | 'pathOf' | 'onOpen' | 'onLeave'> & {
  store: ReadingStore
  isRead: boolean
}

/** Leads the reader through their list: the current position, the next study, and putting aside or skipping. */
export function useRound({ store, readList, pathOf, onOpen, onLeave, isRead }: Options) {
  const { studyId, roundCalls, visit } = store
  const { _id: userId } = useUser()
  const queries = useQueryClient()
  const { counts, change } = useRoundCounts(userId)
  useEffect(() => visit.begin(), [visit])
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

  /** Goes back to the list, unless the reader has gone elsewhere meanwhile. */
  const close = () => {
    if (!visit.isOver()) onLeave()
  }
  /** Loads the list before the study leaves it. A failure doesn't hold anything up. */
  async function prepare(): Promise<void> {
    const rows = await readList().catch(() => list.data)
    visit.setFollowing(rows && openAfter(rows, studyId, leftOut))
  }
  async function openNext(): Promise<void> {
    if (visit.isOver()) return
    const next = await visit.claimNext()
    // The reader has gone elsewhere meanwhile, so nothing is opened.
    if (visit.isOver()) return
    if (next) return onOpen(next)
    if (next === null) notify.info('No more studies to read in this list')
    else notify.warning('The next study could not be opened', { description: 'Please open it from the list.' })
    onLeave()
  }
  function note({ version, study }: Signed, offersNext: boolean): void {
    const [next] = openAfter(list.data ?? [], studyId, leftOut)
    const nextPath = offersNext && next !== undefined ? pathOf(next) : null
    noteSigned({ version, study, at: Date.now(), path: pathOf(studyId), nextPath })
    change(({ signed }) => ({ signed: signed + 1 }))
  }
  const leave = (what: string, call: () => Promise<unknown>, done = ''): Promise<void> =>
    visit.leave(async () => {
      try {
        // Neither call changes the list, so they run together.
        await Promise.all([prepare(), call()])
        if (done !== '') notify.success(done)
        void queries.invalidateQueries({ queryKey: asidesOptions().queryKey })
        await openNext()
      } catch (error) {
        notify.error(what, { description: reasonOf(error, 'Please try again.') })
      }
    })

  return {
    asides,
    counts,
    place: placeIn(list.data ?? [], studyId),
    /** The study to load ahead. */
    nextId: list.data ? (openAfter(list.data, studyId, leftOut)[0] ?? null) : null,
    prepare,
    close,
    signed(after: 'close' | 'next', signed: Signed): void {
      note(signed, after === 'close')
      if (after === 'next') void openNext()
      else close()
    },
    /** The report was signed here, although no answer came. The page stays, and offers what follows. */
    foundSigned: (signed: Signed) => note(signed, true),
    putAside: () =>
      leave(
        'Study not put aside',
        async () => {
          await roundCalls.putAside()
          change(({ putAside }) => ({ putAside: putAside + 1 }))
        },
        'Put aside. The study stays assigned to you.',
      ),
    skip: (body: { reason: SkipReason; note: string }) =>
      leave(
        'Study not skipped',
        async () => {
          await roundCalls.skip(body)
          change(({ skipped }) => ({ skipped: [...new Set([...skipped, studyId])] }))
        },
        'Skipped',
      ),
    /** Leaves a study that somebody else has now. */
    goOn: () => leave('The next study was not opened', async () => undefined),
    async takeUp(): Promise<void> {
      await roundCalls.takeUp()
      await queries.invalidateQueries({ queryKey: asidesOptions().queryKey })
    },
  }
}

export type RoundState = ReturnType<typeof useRound>

/** The actions of the round that the report being written offers. */
export type RoundInReport = Pick<RoundState, 'prepare' | 'signed' | 'foundSigned' | 'close' | 'goOn'> & { putAside: () => void }
