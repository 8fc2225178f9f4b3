import type { SkipReason } from '@readroom/contracts/reading/reading'
import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../../lib/notify.tsx'
import type { ReadingPageProps } from '../parts/round/reading-page-props.ts'
import { useArrivedEmergencies } from '../parts/round/use-arrived-emergencies.ts'
import { useRound } from '../parts/round/use-round.ts'
import { type Opening, useNextRecord } from '../requests/reading.queries.ts'
import type { ReadingStore } from '../session/reading-store.ts'

/**
 * Resumes a study that was put aside when it is opened. Only the first fresh answer counts, so that a study put aside while it is open stays so although
 * it is reloaded.
 */
function useTakingUp(store: ReadingStore, opening: Opening | null, isFresh: boolean, takeUp: () => Promise<void>): void {
  const decide = useEffectEvent((isAside: boolean) => {
    if (store.visit.decide() && isAside) takeUp().catch(() => notify.error('The study is still put aside'))
  })
  const isAside = isFresh && opening?.study._id === store.studyId ? opening.isAside : null
  useEffect(() => {
    if (isAside !== null) decide(isAside)
  }, [store, isAside])
}

type Options = { store: ReadingStore; page: ReadingPageProps; windowId: string; opening: Opening | null; isFresh: boolean }

/** Leads the reader from study to study, and saves the report before each is left. */
export function useDeskRound({ store, page, windowId, opening, isFresh }: Options) {
  const round = useRound({ ...page, store, isRead: opening !== null })
  useTakingUp(store, opening, isFresh, round.takeUp)
  useNextRecord(round.nextId, windowId)
  const { arrived, putOff } = useArrivedEmergencies(store.studyId)

  const readEmergency = (emergencyId: string) => {
    store.report()?.save()
    page.onOpen(emergencyId)
  }
  return {
    ...round,
    putAside() {
      store.report()?.save()
      store.visit.decide()
      if (opening) void round.putAside()
    },
    skip(skip: { reason: SkipReason; note: string }) {
      store.report()?.save()
      void round.skip(skip)
    },
    arrived,
    putOff,
    readEmergency,
    /** Opens the emergency that is due first. */
    readFirstEmergency: () => arrived[0] && readEmergency(arrived[0]._id),
  }
}

export type DeskRound = ReturnType<typeof useDeskRound>
