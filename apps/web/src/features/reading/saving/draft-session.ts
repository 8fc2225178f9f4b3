import type { KeyImage } from '@readroom/contracts/key-images'
import type { Confirmation, ReportContent, ReportDraft } from '@readroom/contracts/reading'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/report-kinds'
import { readContent, toContent } from '@readroom/report/content'
import type { Node } from 'prosemirror-model'
import { ApiError, isOutage, reasonOf } from '../../../lib/api/api-error.ts'
import { pause } from '../../../lib/pause.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import { type AutosaveState, createAutosave } from './autosave.ts'
import type { Conflict, DraftState, HoldState, SaveState } from './draft-state.ts'
import { isSameText } from './draft-state.ts'
import { createHold, isHeldByOther } from './hold.ts'
import type { LocalCopyOf } from './local-copy.ts'

/** While somebody types without a rest, what is not saved is kept here this often. */
const keepEveryMs = 700
/** How long the writer of a report has to save it before it is taken over, and how often the one who waits looks. */
const handOverMs = 3_000
const askAgainMs = 300

type Text = { content: ReportContent; kind: ReportKind; reason: string }
type Start = { draft: ReportDraft | null; document: Node; kind: ReportKind; reason: string; hold: HoldState }
type Options = {
  calls: ReadingCalls
  copy: LocalCopyOf
  start: Start
  /** Another text stands in the place of what was written. */
  onReplaced: (document: Node) => void
  /** This window writes from now on; the key images of the draft, where there is one. */
  onHeld: (keyImages: readonly KeyImage[]) => void
}
type Signature = {
  meaning: SignatureMeaning
  confirmed: Confirmation[]
  /** As the signer sees them. */
  keyImages: { id: string; caption: string }[]
  password: string | undefined
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')
/** A session that is over is signed in to again: until then the text is kept. */
const mayRetry = (error: unknown) => isOutage(error) || (error instanceof ApiError && error.status === 401)

/** The server has heard of it, and said no. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

/** The text was not saved, for a reason that its state says. */
export class NotSaved extends Error {
  override name = 'NotSaved'
}

/** The signature was asked for, and no answer came. */
export class Unheard extends Error {
  override name = 'Unheard'
  readonly advice = 'Please sign again: it is signed once.'
  constructor() {
    super('It is not known whether the report was signed')
  }
}

/**
 * A report that is being written in this window: it holds it, saves it by itself, keeps in this browser what could not be saved, and holds two
 * texts against each other where the server has another.
 */
export function createDraftSession({ calls, copy, start, onReplaced, onHeld }: Options) {
  const listeners = new Set<() => void>()
  let document = start.document
  /** Sent, and not heard of since: the server may have one of them. */
  let unheard: ReportContent[] = []
  /** The signature that was asked for last. The same again signs once, because its answer may have been lost; of another text it is another. */
  let request = { of: '', id: '' }
  let keeping: ReturnType<typeof setTimeout> | undefined
  let leaving = false
  let isHandingOver = false
  /** One attempt after the other: two at once would both begin. */
  let taking = Promise.resolve()
  let isOver = false
  let state: DraftState = {
    ...{ kind: start.kind, reason: start.reason, hold: start.hold, conflict: null },
    revision: start.draft?.revision ?? 0,
    save: { is: 'saved', at: start.draft?.savedAt ?? null },
  }

  function set(changes: Partial<DraftState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const text = (): Text => ({ content: toContent(document), kind: state.kind, reason: state.reason })
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

  /** One that stays is compared at the next opening: it holds nothing up. */
  const forgetCopy = () => copy.forget().catch(() => undefined)

  function changed() {
    autosave.change()
    keeping ??= setTimeout(() => void keep(), keepEveryMs)
  }

  /** Keeps what is not saved in this browser. */
  async function keep(): Promise<void> {
    clearTimeout(keeping)
    keeping = undefined
    if (autosave.isSaved()) return
    await copy.keep({ ...text(), revision: state.revision, at: new Date().toISOString() }).catch(() => undefined)
    // Saved meanwhile: what is in this browser is old.
    if (autosave.isSaved()) await forgetCopy()
  }

  async function send(): Promise<void> {
    const fence = hold.fence()
    if (fence === null) throw new ApiError('HOLD_LOST', 423, 'Somebody else writes this report.')
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

  /** Answers when the draft was saved that is gone on with. */
  async function takeHold(takeOver: boolean): Promise<string | null> {
    const { savedAt, keyImages } = await hold.take(takeOver)
    if (savedAt !== null) onHeld(keyImages)
    return savedAt
  }

  /** The hold ended; where only because nobody was heard of, it is taken again. */
  async function regain(): Promise<void> {
    try {
      await takeHold(false)
    } catch (error) {
      if (!isHeldByOther(error)) throw error
      await loseHold()
      throw new NotSaved('Somebody else writes this report.')
    }
    await send().catch((error: unknown) => {
      if (codeOf(error) === 'DRAFT_STALE') return compare()
      throw error
    })
  }

  /** The server has another draft than the one that was gone on from: it is this window's own, unheard of, or both are shown. */
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

  /** Goes on from a draft of the server as it is. */
  function adopt(draft: ReportDraft | null) {
    const { content, kind, reason } = draft ?? { ...start, content: toContent(start.document) }
    autosave.forgive()
    replace(content)
    set({ kind, reason, revision: draft?.revision ?? 0, save: { is: 'saved', at: draft?.savedAt ?? null }, conflict: null })
  }

  /** Why the hold was not had: somebody else has it, or it could not be asked for. */
  async function sayWhy(error: unknown): Promise<void> {
    if (!isHeldByOther(error)) return set({ save: { is: 'refused', why: reasonOf(error) } })
    const opened = await calls.open().catch(() => null)
    const { userName: name = 'Somebody else', isOwn = false, since = new Date().toISOString() } = opened?.hold ?? {}
    set({ hold: { is: 'other', name, isOwn, since } })
  }

  const known = () => {
    const fence = hold.fence()
    if (fence === null) throw new NotSaved('Somebody else writes this report.')
    return { fence, revision: state.revision }
  }

  async function saveNow(): Promise<void> {
    if (state.revision === 0 && autosave.isSaved()) autosave.change()
    if (!(await autosave.now())) throw new NotSaved('The text is not saved yet.')
  }

  /** Asks the writer to hand the report over, and waits until they have, or for as long as somebody who waits can. */
  async function askFirst(): Promise<void> {
    await calls.ask()
    const deadline = Date.now() + handOverMs
    while (Date.now() < deadline) {
      await pause(askAgainMs)
      if ((await calls.open()).hold === null) return
    }
  }

  async function begin(takeOver: boolean): Promise<void> {
    try {
      if (takeOver && state.hold.is !== 'free') await askFirst()
      const savedAt = await takeHold(takeOver)
      if (isOver) return hold.release()
      const isNewest = state.save.is === 'saved' && state.save.at === savedAt
      if (!isNewest && autosave.isSaved()) adopt((await calls.open()).draft)
      set({ hold: { is: 'mine', since: new Date().toISOString() } })
    } catch (error) {
      await sayWhy(error)
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

    /** What an earlier window of this browser could not save, held against what the server has. */
    async findCopy(): Promise<void> {
      const found = await copy.find().catch(() => null)
      if (!found || isOver) return
      const theirs = start.draft
      if (isSameText(found.content, theirs?.content)) return forgetCopy()
      if (autosave.isSaved()) set({ conflict: { from: 'copy', mine: found, theirs } })
    },

    /**
     * Begins to write, with the newest text that the server has; `takeOver`: also if somebody else does, who saves first if they can be reached.
     * A report that this window writes by then stays as it is: caret and text are the writer's.
     */
    take(takeOver: boolean): Promise<void> {
      taking = taking.then(() => (state.hold.is === 'mine' || isOver ? undefined : begin(takeOver)))
      return taking
    },

    /** The text is another. */
    write(next: Node) {
      document = next
      changed()
    },

    setReason(reason: string) {
      set({ reason })
      changed()
    },

    /** Saves everything and hands the report over to whoever asks for it. What cannot be saved is kept, and the report with it. */
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
        // The one who asks takes it over; this window then compares its text with theirs.
      } finally {
        isHandingOver = false
      }
    },

    /** Looks whether another window has taken the report over, and says so before the next save does. */
    async checkHold(): Promise<void> {
      const opened = await calls.open().catch(() => null)
      if (state.hold.is === 'mine' && opened?.hold && !opened.hold.isThisWindow) await loseHold()
    },

    /** What a reader sees while somebody else writes. */
    show(draft: ReportDraft | null) {
      if (state.hold.is !== 'mine' && autosave.isSaved() && (draft?.revision ?? 0) !== state.revision) adopt(draft)
    },

    /** Goes on with one of two texts. Mine is written over theirs only by whoever holds the report. */
    async choose(which: 'mine' | 'theirs'): Promise<void> {
      const { conflict } = state
      if (!conflict) return
      if (which === 'theirs') {
        await forgetCopy()
        return adopt(conflict.theirs)
      }
      if (hold.fence() === null) await takeHold(true)
      const { draft } = await calls.open()
      const { content, kind, reason } = conflict.mine
      replace(content)
      const since = new Date().toISOString()
      set({ kind, reason, revision: draft?.revision ?? 0, conflict: null, hold: { is: 'mine', since } })
      autosave.change()
      await autosave.now()
    },

    /** There is a draft, which this window writes. Rejects with NotSaved. */
    async held(): Promise<{ fence: number }> {
      if (state.revision === 0) await saveNow()
      return { fence: known().fence }
    },

    /** Saves what is not saved. True where everything is. */
    saveNow: () => autosave.now(),

    async putAway(): Promise<void> {
      await saveNow()
      await calls.putAway(known())
      end()
    },

    /** What is being saved is discarded as well: it is waited for, and what was not heard of is asked for. */
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

    /** Saves, and signs what was saved. */
    async sign(signature: Signature) {
      await saveNow()
      const { password, ...what } = signature
      const of = JSON.stringify({ ...what, revision: state.revision })
      if (request.of !== of) request = { of, id: crypto.randomUUID() }
      const { version } = await calls.sign({ ...known(), ...signature, requestId: request.id }).catch((error: unknown) => {
        if (!isRefusal(error) && codeOf(error) !== 'BUSY') throw new Unheard()
        // A refusal is no signature: the next attempt is another.
        request = { of: '', id: '' }
        throw error
      })
      end()
      return version
    },

    /** The page is about to go: what is not saved is sent, and kept; where everything is, others may write. */
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

    /** The page is another: nothing is written in it any more. */
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
