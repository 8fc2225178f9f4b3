import { reasonOf } from '../../../lib/api/api-error.ts'
import { pause } from '../../../lib/pause.ts'
import type { Store } from '../../../lib/store.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import type { DraftComparison } from './draft-comparison.ts'
import { codeOf, heldElsewhere, isHeldByOther, NotSaved } from './draft-errors.ts'
import type { DraftSending } from './draft-sending.ts'
import type { DraftState } from './draft-state.ts'
import type { WrittenText } from './draft-text.ts'
import type { Hold } from './hold.ts'

/** How long the writer has to save before a take-over, and how often the waiting window checks. */
const handOverMs = 3_000
const askAgainMs = 300

type Options = {
  calls: Pick<ReadingCalls, 'open' | 'ask' | 'release'>
  store: Store<DraftState>
  hold: Hold
  text: WrittenText
  sending: Pick<DraftSending, 'send'>
  comparison: Pick<DraftComparison, 'ask' | 'resolve'>
  isOver: () => boolean
}

/** Creates the ways in which the writer of a report changes: this window takes, regains, loses or hands over the hold. */
export function createHoldChanges({ calls, store, hold, text, sending, comparison, isOver }: Options) {
  let isHandingOver = false
  /** Attempts to take the hold run one after the other, because two at once would both start. */
  let taking = Promise.resolve()

  async function lose(): Promise<void> {
    hold.end()
    text.pause()
    const opened = await calls.open().catch(() => null)
    store.set({ hold: { is: 'lost', name: opened?.hold?.userName ?? 'Somebody else' } })
    if (!text.isSaved()) comparison.ask(opened?.draft ?? null)
  }

  /** Reports why the hold was not taken: somebody else has it, or the request failed. */
  async function sayWhy(error: unknown): Promise<void> {
    if (!isHeldByOther(error)) return store.set({ save: { is: 'refused', why: reasonOf(error) } })
    const opened = await calls.open().catch(() => null)
    const { userName: name = 'Somebody else', isOwn = false, since = new Date().toISOString() } = opened?.hold ?? {}
    store.set({ hold: { is: 'other', name, isOwn, since } })
  }

  /** Asks the writer to hand over the report, and waits until they have or time is up. */
  async function askFirst(): Promise<void> {
    await calls.ask()
    const deadline = Date.now() + handOverMs
    while (Date.now() < deadline) {
      await pause(askAgainMs)
      if ((await calls.open()).hold === null) return
    }
  }

  async function begin(takeOver: boolean): Promise<void> {
    store.set({ isTakingOver: takeOver })
    try {
      if (takeOver && store.state().hold.is !== 'free') await askFirst()
      const savedAt = await hold.take(takeOver)
      if (isOver()) return hold.release()
      const { save } = store.state()
      const isNewest = save.is === 'saved' && save.at === savedAt
      if (!isNewest && text.isSaved()) text.adopt((await calls.open()).draft)
      store.set({ hold: { is: 'mine', since: new Date().toISOString() } })
    } catch (error) {
      await sayWhy(error)
    } finally {
      store.set({ isTakingOver: false })
    }
  }

  return {
    lose,

    /** The reader does not have the study any more. The text stays in the window, and nothing is sent. */
    giveUp(why: string): void {
      hold.end()
      text.pause()
      store.set({ hold: { is: 'gone', why }, save: { is: 'refused', why } })
    },

    /** Takes the hold again after it expired unnoticed, then sends the text. */
    async regain(): Promise<void> {
      try {
        await hold.take(false)
      } catch (error) {
        if (!isHeldByOther(error)) throw error
        await lose()
        throw new NotSaved(heldElsewhere)
      }
      await sending.send().catch((error: unknown) => {
        if (codeOf(error) === 'DRAFT_STALE') return comparison.resolve()
        throw error
      })
    },

    /**
     * Starts to write with the server's newest text. With `takeOver`, takes the report from another writer, who saves first if they can be reached. If this
     * window already writes, nothing changes, so that the cursor and the text are kept.
     */
    take(takeOver: boolean): Promise<void> {
      taking = taking.then(() => (store.state().hold.is === 'mine' || isOver() ? undefined : begin(takeOver)))
      return taking
    },

    /** Saves everything and hands the report over to the user who asked. If saving fails, keeps both the text and the hold. */
    async handOver(name: string): Promise<void> {
      if (store.state().hold.is !== 'mine' || isHandingOver) return
      isHandingOver = true
      try {
        await text.demandSaved()
        const fence = hold.demand()
        hold.end()
        store.set({ hold: { is: 'lost', name } })
        await calls.release(fence)
      } catch {
        // The other window takes the report over anyway. This window then compares the texts.
      } finally {
        isHandingOver = false
      }
    },

    /** Checks if another window has taken the report over, so that the user knows before the next save. */
    async checkHold(): Promise<void> {
      const opened = await calls.open().catch(() => null)
      if (store.state().hold.is === 'mine' && opened?.hold && !opened.hold.isThisWindow) await lose()
    },
  }
}
