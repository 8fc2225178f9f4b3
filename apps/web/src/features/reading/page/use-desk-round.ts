import type { SkipReason } from '@readroom/contracts/reading/reading'
import type { ReadingPageProps } from '../parts/round/reading-page-props.ts'
import { useArrivedEmergencies } from '../parts/round/use-arrived-emergencies.ts'
import { useRound } from '../parts/round/use-round.ts'
import { useTakingUp } from '../parts/round/use-taking-up.ts'
import { type Opening, useNextRecord } from '../requests/reading.queries.ts'
import type { ReadingStore } from '../session/reading-store.ts'

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
