import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { Confirmation, ReportContent, ReportDraft } from '@readroom/contracts/reading/reading'
import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import { readContent, toContent } from '@readroom/report/content'
import type { Node } from 'prosemirror-model'
import { ApiError, isOutage, reasonOf } from '../../../lib/api/api-error.ts'
import { pause } from '../../../lib/pause.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import { type AutosaveState, createAutosave } from './autosave.ts'
import { type Beginning, type NamedTemplate, templateNamed } from './beginning.ts'
import type { Conflict, DraftState, DraftText, HoldState, SaveState } from './draft-state.ts'
import { isSameText } from './draft-state.ts'
import { createHold, isHeldByOther } from './hold.ts'
import type { LocalCopyOf } from './local-copy.ts'

/** How often unsaved text is kept in this browser during continuous typing. */
const keepEveryMs = 700
/** How long the writer has to save before a take-over, and how often the waiting window checks. */
const handOverMs = 3_000
const askAgainMs = 300

type Start = Omit<Beginning, 'keyImages'> & { hold: HoldState }
type Options = {
  calls: ReadingCalls
  copy: LocalCopyOf
  start: Start
  /** Called when another text replaces the written one. */
  onReplaced: (document: Node) => void
  /** Called when this window starts to write. `keyImages` are those of the draft, or null without a draft. */
  onHeld: (found: { keyImages: readonly KeyImage[] | null; annotations: Annotations }) => void
}
type Signature = {
  meaning: SignatureMeaning
  confirmed: Confirmation[]
  /** The key images as the signer sees them. */
  keyImages: { id: string; caption: string }[]
  password: string | undefined
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')
/** Returns true if a retry may help. An expired session can be renewed by signing in, so the text is kept until then. */
const mayRetry = (error: unknown) => isOutage(error) || (error instanceof ApiError && error.status === 401)

/** Returns true if the server answered with a refusal. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** The text was not saved. The save state says why. */
export class NotSaved extends Error {
  override name = 'NotSaved'
}

/** A signature was requested, but no answer came. */
export class Unheard extends Error {
  override name = 'Unheard'
  readonly advice = 'Sign again. The report is signed only once.'
  constructor() {
    super('Signing was not confirmed')
  }
}

/**
 * Creates the session of a report being written in this window. It holds the report and saves it automatically. It keeps unsaved text in this browser,
 * and compares the two texts if the server has a different one.
 */
export function createDraftSession({ calls, copy, start, onReplaced, onHeld }: Options) {
  const listeners = new Set<() => void>()
  let document = start.document
  /** Texts that were sent without an answer. The server may have one of them. */
  let unheard: ReportContent[] = []
  /** The last signature request. Repeating it signs once, because its answer may have been lost. Another text makes a new request. */
  let request = { of: '', id: '' }
  let keeping: ReturnType<typeof setTimeout> | undefined
  let leaving = false
  let isHandingOver = false
  /** Attempts to take the hold run one after the other, because two at once would both start. */
  let taking = Promise.resolve()
  let isOver = false
  let state: DraftState = {
    kind: start.kind,
    reason: start.reason,
    template: start.template,
    hold: start.hold,
    isTakingOver: false,
    conflict: null,
    revision: start.draft?.revision ?? 0,
    save: { is: 'saved', at: start.draft?.savedAt ?? null },
  }

  function set(changes: Partial<DraftState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const text = (): DraftText => ({
    content: toContent(document),
    kind: state.kind,
    reason: state.reason,
    templateName: state.template?.name ?? null,
  })
  const hold = createHold({ calls, onLost: () => void loseHold() })
  const autosave = createAutosave({ save, mayRetry, onState: onAutosave })

  function saveState(now: AutosaveState, error: unknown): SaveState {
    if (now === 'failing') return { is: 'failing', why: reasonOf(error) }
    if (now === 'stopped') return { is: 'refused', why: error instanceof NotSaved ? error.message : reasonOf(error) }
    if (now === 'waiting') return { is: 'saving' }
    return state.save.is === 'saved' ? state.save : { is: 'saved', at: null }
  }

  function onAutosave(now: AutosaveState, error?: unknown) {
    if (now !== 'saved') set({ save: saveState(now, error) })
    if (now === 'failing' || now === 'stopped') void keep()
    if (now === 'saved') void forgetCopy()
  }

  /** Deletes the copy in this browser. A copy that remains is compared the next time, so a failure holds nothing up. */
  const forgetCopy = () => copy.forget().catch(() => undefined)

  function changed() {
    autosave.change()
    keeping ??= setTimeout(() => void keep(), keepEveryMs)
  }

  /** Keeps unsaved text in this browser. */
  async function keep(): Promise<void> {
    clearTimeout(keeping)
    keeping = undefined
    if (autosave.isSaved()) return
    await copy.keep({ ...text(), revision: state.revision, at: new Date().toISOString() }).catch(() => undefined)
    // Saved meanwhile, so the copy is out of date.
    if (autosave.isSaved()) await forgetCopy()
  }

  async function send(): Promise<void> {
    const fence = hold.fence()
    if (fence === null) throw new ApiError('HOLD_LOST', 423, 'Somebody else is writing this report.')
    const sent = text()
    unheard.push(sent.content)
    const { revision, savedAt } = await calls
      .save({ fence, revision: state.revision, ...sent }, leaving)
      .catch((error: unknown) => {
        if (isRefusal(error)) unheard.pop()
        throw error
      })
    unheard = []
    set({ revision, save: { is: 'saved', at: savedAt } })
  }

  async function save(): Promise<void> {
    try {
      await send()
    } catch (error) {
      if (codeOf(error) === 'HOLD_LOST') return regain()
      if (codeOf(error) === 'DRAFT_STALE') return compare()
      throw error
    }
  }

  /** Takes the hold. Returns the time when the draft was last saved. */
  async function takeHold(takeOver: boolean): Promise<string | null> {
    const { savedAt, keyImages, annotations } = await hold.take(takeOver)
    onHeld({ keyImages: savedAt === null ? null : keyImages, annotations })
    return savedAt
  }

  /** Takes the hold again after it expired unnoticed. */
  async function regain(): Promise<void> {
    try {
      await takeHold(false)
    } catch (error) {
      if (!isHeldByOther(error)) throw error
      await loseHold()
      throw new NotSaved('Somebody else is writing this report.')
    }
    await send().catch((error: unknown) => {
      if (codeOf(error) === 'DRAFT_STALE') return compare()
      throw error
    })
  }

  /**
   * Resolves a draft on the server that differs from the one this window continued. It is either this window's own unanswered save, or both texts are
   * shown.
   */
  async function compare(): Promise<void> {
    const { draft } = await calls.open()
    if (unheard.some((sent) => isSameText(sent, draft?.content)) && draft?.revision !== state.revision) {
      unheard = []
      set({ revision: draft?.revision ?? 0 })
      return send()
    }
    showConflict('window', draft)
    throw new NotSaved('The report was changed elsewhere.')
  }

  function showConflict(from: Conflict['from'], theirs: ReportDraft | null) {
    void keep()
    set({ conflict: { from, theirs, mine: { ...text(), at: new Date().toISOString() } } })
  }

  async function loseHold(): Promise<void> {
    hold.end()
    autosave.stop()
    const opened = await calls.open().catch(() => null)
    set({ hold: { is: 'lost', name: opened?.hold?.userName ?? 'Somebody else' } })
    if (!autosave.isSaved()) showConflict('window', opened?.draft ?? null)
  }

  function replace(content: ReportContent) {
    document = readContent(content)
    onReplaced(document)
  }

  /** Continues with the server's draft. */
  function adopt(draft: ReportDraft | null) {
    const { content, kind, reason } = draft ?? { ...start, content: toContent(start.document) }
    const template = draft ? templateNamed(draft.templateName) : start.template
    autosave.forgive()
    replace(content)
    const save: SaveState = { is: 'saved', at: draft?.savedAt ?? null }
    set({ kind, reason, template, revision: draft?.revision ?? 0, save, conflict: null })
  }

  /** Reports why the hold was not taken: somebody else has it, or the request failed. */
  async function sayWhy(error: unknown): Promise<void> {
    if (!isHeldByOther(error)) return set({ save: { is: 'refused', why: reasonOf(error) } })
    const opened = await calls.open().catch(() => null)
    const { userName: name = 'Somebody else', isOwn = false, since = new Date().toISOString() } = opened?.hold ?? {}
    set({ hold: { is: 'other', name, isOwn, since } })
  }

  const known = () => {
    const fence = hold.fence()
    if (fence === null) throw new NotSaved('Somebody else is writing this report.')
    return { fence, revision: state.revision }
  }

  async function saveNow(): Promise<void> {
    if (state.revision === 0 && autosave.isSaved()) autosave.change()
    if (!(await autosave.now())) throw new NotSaved('The text is not saved yet.')
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
    set({ isTakingOver: takeOver })
    try {
      if (takeOver && state.hold.is !== 'free') await askFirst()
      const savedAt = await takeHold(takeOver)
      if (isOver) return hold.release()
      const isNewest = state.save.is === 'saved' && state.save.at === savedAt
      if (!isNewest && autosave.isSaved()) adopt((await calls.open()).draft)
      set({ hold: { is: 'mine', since: new Date().toISOString() } })
    } catch (error) {
      await sayWhy(error)
    } finally {
      set({ isTakingOver: false })
    }
  }

  function end() {
    isOver = true
    hold.end()
    autosave.forgive()
    autosave.stop()
    clearTimeout(keeping)
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Compares text that an earlier window of this browser could not save with the server's. */
    async findCopy(): Promise<void> {
      const found = await copy.find().catch(() => null)
      if (!found || isOver) return
      const theirs = start.draft
      if (isSameText(found.content, theirs?.content)) return forgetCopy()
      if (autosave.isSaved()) set({ conflict: { from: 'copy', mine: found, theirs } })
    },

    /**
     * Starts to write with the server's newest text. With `takeOver`, takes the report from another writer, who saves first if they can be reached. If this
     * window already writes, nothing changes, so that the cursor and the text are kept.
     */
    take(takeOver: boolean): Promise<void> {
      taking = taking.then(() => (state.hold.is === 'mine' || isOver ? undefined : begin(takeOver)))
      return taking
    },

    /** Records a changed text. */
    write(next: Node) {
      document = next
      changed()
    },

    setReason(reason: string) {
      set({ reason })
      changed()
    },

    /** Records the report's template. */
    setTemplate(template: NamedTemplate | null) {
      set({ template })
      changed()
    },

    /** Saves everything and hands the report over to the user who asked. If saving fails, keeps both the text and the hold. */
    async handOver(name: string): Promise<void> {
      if (state.hold.is !== 'mine' || isHandingOver) return
      isHandingOver = true
      try {
        await saveNow()
        const { fence } = known()
        hold.end()
        set({ hold: { is: 'lost', name } })
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
      if (state.hold.is === 'mine' && opened?.hold && !opened.hold.isThisWindow) await loseHold()
    },

    /** Shows another writer's draft. */
    show(draft: ReportDraft | null) {
      if (state.hold.is !== 'mine' && autosave.isSaved() && (draft?.revision ?? 0) !== state.revision) adopt(draft)
    },

    /** Continues with one of two texts. Mine replaces theirs only if this window holds the report. */
    async choose(which: 'mine' | 'theirs'): Promise<void> {
      const { conflict } = state
      if (!conflict) return
      if (which === 'theirs') {
        await forgetCopy()
        return adopt(conflict.theirs)
      }
      if (hold.fence() === null) await takeHold(true)
      const { draft } = await calls.open()
      const { content, kind, reason, templateName } = conflict.mine
      // The text that is on screen stays, and the cursor with it.
      if (!isSameText(content, toContent(document))) replace(content)
      const template = templateName === state.template?.name ? state.template : templateNamed(templateName)
      const since = new Date().toISOString()
      set({ kind, reason, template, revision: draft?.revision ?? 0, conflict: null, hold: { is: 'mine', since } })
      autosave.change()
      await autosave.now()
    },

    /** Ensures that there is a draft and this window writes it. Rejects with NotSaved. */
    async held(): Promise<{ fence: number }> {
      if (state.revision === 0) await saveNow()
      return { fence: known().fence }
    },

    /** Returns the fence number of this window's hold. Null if it doesn't write. */
    fence: () => hold.fence(),

    /** Saves pending changes. Returns true if everything is saved. */
    saveNow: () => autosave.now(),

    async putAway(): Promise<void> {
      await saveNow()
      await calls.putAway(known())
      end()
    },

    /** Discards the draft. Waits for a running save, and repeats an unanswered one, so that they are discarded too. */
    async discard(): Promise<void> {
      await autosave.rest()
      try {
        if (unheard.length > 0) await saveNow()
        if (state.revision > 0) await calls.discard(known())
        else hold.release()
      } catch (error) {
        void autosave.now()
        throw error
      }
      end()
      await forgetCopy()
    },

    /** Saves the text, then signs it. */
    async sign(signature: Signature) {
      await saveNow()
      const { password, ...what } = signature
      const of = JSON.stringify({ ...what, revision: state.revision })
      if (request.of !== of) request = { of, id: crypto.randomUUID() }
      const { version } = await calls.sign({ ...known(), ...signature, requestId: request.id }).catch((error: unknown) => {
        if (!isRefusal(error) && codeOf(error) !== 'BUSY') throw new Unheard()
        // After a refusal nothing was signed, so the next attempt is a new request.
        request = { of: '', id: '' }
        throw error
      })
      end()
      return version
    },

    /** Prepares for the page to close. Sends unsaved text and keeps a copy. If everything is saved, releases the hold. */
    leave() {
      const fence = hold.fence()
      if (autosave.isSaved()) {
        if (fence !== null) void calls.release(fence).catch(() => undefined)
        return
      }
      leaving = true
      void keep()
      void autosave.now().then(() => {
        leaving = false
      })
    },

    /** Ends the session because the page has changed. */
    async stop(): Promise<void> {
      if (isOver) return
      isOver = true
      await keep()
      await autosave.now()
      autosave.stop()
      hold.release()
    },
  }
}

export type DraftSession = ReturnType<typeof createDraftSession>
