import type { ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { Store } from '../../../lib/store.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import { templateNamed } from './beginning.ts'
import { NotSaved } from './draft-errors.ts'
import type { DraftSending } from './draft-sending.ts'
import { type Conflict, type DraftState, isSameText } from './draft-state.ts'
import type { WrittenText } from './draft-text.ts'
import type { Hold } from './hold.ts'
import type { LocalCopyOf } from './local-copy.ts'

type Options = {
  calls: Pick<ReadingCalls, 'open'>
  copy: Pick<LocalCopyOf, 'find'>
  store: Store<DraftState>
  text: WrittenText
  hold: Pick<Hold, 'fence' | 'take'>
  sending: Pick<DraftSending, 'send' | 'recognise'>
}

/** Creates the comparison of this browser's text with the server's. The user continues with one of them. */
export function createDraftComparison({ calls, copy, store, text, hold, sending }: Options) {
  /** Offers the choice between the written text and the server's. */
  function ask(theirs: ReportDraft | null) {
    void text.keep()
    const mine = { ...text.current(), at: new Date().toISOString() }
    store.set({ conflict: { from: 'window', theirs, mine } })
  }

  async function takeTheirs({ theirs }: Conflict): Promise<void> {
    await text.forgetCopy()
    text.adopt(theirs)
  }

  async function keepMine({ mine }: Conflict): Promise<void> {
    if (hold.fence() === null) await hold.take(true)
    const { draft } = await calls.open()
    const { content, kind, reason, templateName } = mine
    text.show(content)
    const { template: former } = store.state()
    const template = templateName === former?.name ? former : templateNamed(templateName)
    const since = new Date().toISOString()
    store.set({ kind, reason, template, revision: draft?.revision ?? 0, conflict: null, hold: { is: 'mine', since } })
    await text.saveAgain()
  }

  return {
    ask,

    /** Compares text that an earlier window of this browser could not save with the draft that this window opened. */
    async findCopy(opened: ReportDraft | null, isOver: () => boolean): Promise<void> {
      const found = await copy.find().catch(() => null)
      if (!found || isOver()) return
      if (isSameText(found.content, opened?.content)) return text.forgetCopy()
      if (text.isSaved()) store.set({ conflict: { from: 'copy', mine: found, theirs: opened } })
    },

    /**
     * Resolves a draft on the server that differs from the one this window continued. It is either this window's own unanswered save, or both texts are
     * shown.
     */
    async resolve(): Promise<void> {
      const { draft } = await calls.open()
      if (sending.recognise(draft)) return sending.send()
      ask(draft)
      throw new NotSaved('The report was changed elsewhere.')
    },

    /** Continues with one of two texts. Mine replaces theirs only if this window holds the report. */
    async choose(which: 'mine' | 'theirs'): Promise<void> {
      const { conflict } = store.state()
      if (!conflict) return
      return which === 'theirs' ? takeTheirs(conflict) : keepMine(conflict)
    },
  }
}

export type DraftComparison = ReturnType<typeof createDraftComparison>
