import type { ReportContent, ReportDraft } from '@readroom/contracts/reading/report-drafts'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { Store } from '../../../lib/store.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import { heldElsewhere, isRefusal } from './draft-errors.ts'
import { type DraftState, isSameText } from './draft-state.ts'
import type { WrittenText } from './draft-text.ts'
import type { Hold } from './hold.ts'

type Options = {
  calls: Pick<ReadingCalls, 'save'>
  store: Store<DraftState>
  hold: Pick<Hold, 'fence'>
  text: Pick<WrittenText, 'current'>
}

/** Creates the sender of a report's text. It remembers the texts that were sent without an answer, because the server may have one of them. */
export function createDraftSending({ calls, store, hold, text }: Options) {
  let unheard: ReportContent[] = []
  let isLeaving = false

  return {
    async send(): Promise<void> {
      const fence = hold.fence()
      if (fence === null) throw new ApiError('HOLD_LOST', 423, heldElsewhere)
      const sent = text.current()
      unheard.push(sent.content)
      const { revision, savedAt, isSole } = await calls
        .save({ fence, revision: store.state().revision, ...sent }, isLeaving)
        .catch((error: unknown) => {
          if (isRefusal(error)) unheard.pop()
          throw error
        })
      unheard = []
      store.set({ revision, save: { is: 'saved', at: savedAt }, ...(!isSole && { isForeign: true }) })
    },

    /** Returns true if the server may have a text that this window doesn't know to be saved. */
    isUncertain: () => unheard.length > 0,

    /** Returns true if the server's draft is this window's own unanswered text. The next text is then based on it. */
    recognise(draft: ReportDraft | null): boolean {
      const isOwn = unheard.some((sent) => isSameText(sent, draft?.content)) && draft?.revision !== store.state().revision
      if (!isOwn) return false
      unheard = []
      store.set({ revision: draft?.revision ?? 0 })
      return true
    },

    /** Lets the requests of this work outlive the page. */
    async whileLeaving(work: () => Promise<unknown>): Promise<void> {
      isLeaving = true
      await work()
      isLeaving = false
    },
  }
}

export type DraftSending = ReturnType<typeof createDraftSending>
