import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { Node } from 'prosemirror-model'
import { createStore } from '../../../lib/store.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import type { NamedTemplate } from './beginning.ts'
import { createDraftComparison } from './draft-comparison.ts'
import { codeOf, goneWords, isGone } from './draft-errors.ts'
import { createDraftSending } from './draft-sending.ts'
import { createDraftSigning, type Signature } from './draft-signing.ts'
import { type DraftStart, firstState } from './draft-state.ts'
import { createDraftText } from './draft-text.ts'
import { createHold, type HeldParts } from './hold.ts'
import { createHoldChanges } from './hold-changes.ts'
import type { LocalCopyOf } from './local-copy.ts'

type Options = {
  calls: ReadingCalls
  copy: LocalCopyOf
  start: DraftStart
  /** Called when another text replaces the written one. */
  onReplaced: (document: Node) => void
  /** Called when this window starts to write. */
  onHeld: (found: HeldParts) => void
}

/**
 * Creates the session of a report being written in this window. It holds the report and saves it automatically. It keeps unsaved text in this browser,
 * and compares the two texts if the server has a different one.
 */
export function createDraftSession({ calls, copy, start, onReplaced, onHeld }: Options) {
  let isOver = false
  const store = createStore(firstState(start))
  const hold = createHold({ calls, onHeld, onLost: () => void holdChanges.lose(), onGone: (why) => holdChanges.giveUp(why) })
  const text = createDraftText({ store, copy, start, save, onReplaced })
  const sending = createDraftSending({ calls, store, hold, text })
  const comparison = createDraftComparison({ calls, copy, store, text, hold, sending })
  const holdChanges = createHoldChanges({ calls, store, hold, text, sending, comparison, isOver: () => isOver })
  const signSaved = createDraftSigning({ calls, store, hold })

  async function save(): Promise<void> {
    try {
      await sending.send()
    } catch (error) {
      if (codeOf(error) === 'HOLD_LOST') return holdChanges.regain()
      if (codeOf(error) === 'DRAFT_STALE') return comparison.resolve()
      if (isGone(error)) holdChanges.giveUp(goneWords(error))
      throw error
    }
  }

  /** Returns the hold and the revision that this window knows. */
  const known = () => ({ fence: hold.demand(), revision: store.state().revision })

  function end() {
    isOver = true
    hold.end()
    text.end()
  }

  return {
    state: store.state,
    subscribe: store.subscribe,

    /** Compares text that an earlier window of this browser could not save with the server's. */
    findCopy: () => comparison.findCopy(start.draft, () => isOver),

    /** Continues with one of two texts. Mine replaces theirs only if this window holds the report. */
    choose: comparison.choose,

    take: holdChanges.take,
    handOver: holdChanges.handOver,
    checkHold: holdChanges.checkHold,

    /** Returns the fence number of this window's hold. Null if it doesn't write. */
    fence: hold.fence,

    write: text.write,
    setReason: (reason: string) => text.change({ reason }),
    setTemplate: (template: NamedTemplate | null) => text.change({ template }),

    /** Shows another writer's draft. */
    show(draft: ReportDraft | null) {
      const { hold: held, revision } = store.state()
      if (held.is !== 'mine' && text.isSaved() && (draft?.revision ?? 0) !== revision) text.adopt(draft)
    },

    /** Saves pending changes. Returns true if everything is saved. */
    saveNow: text.saveNow,

    /** Ensures that there is a draft and this window writes it. Rejects with NotSaved. */
    async held(): Promise<{ fence: number }> {
      if (store.state().revision === 0) await text.demandSaved()
      return { fence: hold.demand() }
    },

    async putAway(): Promise<void> {
      await text.demandSaved()
      await calls.putAway(known())
      end()
    },

    /** Discards the draft. Waits for a running save, and repeats an unanswered one, so that they are discarded too. */
    async discard(): Promise<void> {
      await text.rest()
      try {
        if (sending.isUncertain()) await text.demandSaved()
        if (store.state().revision > 0) await calls.discard(known())
        else hold.release()
      } catch (error) {
        void text.saveNow()
        throw error
      }
      end()
      await text.forgetCopy()
    },

    /** The reader has read the whole text. */
    markRead: () => store.set({ hasRead: true }),

    /** Saves the text, then signs it. */
    async sign(signature: Signature) {
      await text.demandSaved()
      const version = await signSaved(signature).catch((error: unknown) => {
        // The server may know of another writer that this window does not.
        if (codeOf(error) === 'REPORT_UNCONFIRMED') store.set({ isForeign: true })
        throw error
      })
      end()
      return version
    },

    /** Prepares for the page to close. Sends unsaved text and keeps a copy. If everything is saved, releases the hold. */
    leave() {
      const fence = hold.fence()
      if (text.isSaved()) {
        if (fence !== null) void calls.release(fence).catch(() => undefined)
        return
      }
      void text.keep()
      void sending.whileLeaving(text.saveNow)
    },

    /** Ends the session because the page has changed. */
    async stop(): Promise<void> {
      if (isOver) return
      isOver = true
      await text.keep()
      await text.saveNow()
      text.pause()
      hold.release()
    },
  }
}

export type DraftSession = ReturnType<typeof createDraftSession>
