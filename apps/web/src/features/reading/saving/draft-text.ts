import type { ReportContent, ReportDraft } from '@readroom/contracts/reading/report-drafts'
import { readContent, toContent } from '@readroom/report/content'
import type { Node } from 'prosemirror-model'
import { reasonOf } from '../../../lib/api/api-error.ts'
import type { Store } from '../../../lib/store.ts'
import { type AutosaveState, createAutosave } from './autosave.ts'
import { templateNamed } from './beginning.ts'
import { mayRetry, NotSaved } from './draft-errors.ts'
import { type DraftStart, type DraftState, type DraftText, isSameText, type SaveState } from './draft-state.ts'
import type { LocalCopyOf } from './local-copy.ts'

/** How often unsaved text is kept in this browser during continuous typing. */
const keepEveryMs = 700

type Options = {
  store: Store<DraftState>
  copy: LocalCopyOf
  start: DraftStart
  /** Sends the current text to the server. */
  save: () => Promise<void>
  /** Called when another text replaces the written one. */
  onReplaced: (document: Node) => void
}

/** Creates the text of a report being written. It is saved automatically, and kept in this browser until it is saved. */
export function createDraftText({ store, copy, start, save, onReplaced }: Options) {
  let document = start.document
  let keeping: ReturnType<typeof setTimeout> | undefined
  const autosave = createAutosave({ save, mayRetry, onState: onAutosave })

  function current(): DraftText {
    const { kind, reason, template } = store.state()
    return { content: toContent(document), kind, reason, templateName: template?.name ?? null }
  }

  function saveState(now: AutosaveState, error: unknown): SaveState {
    if (now === 'failing') return { is: 'failing', why: reasonOf(error) }
    if (now === 'stopped') return { is: 'refused', why: error instanceof NotSaved ? error.message : reasonOf(error) }
    if (now === 'waiting') return { is: 'saving' }
    const { save: before } = store.state()
    return before.is === 'saved' ? before : { is: 'saved', at: null }
  }

  function onAutosave(now: AutosaveState, error?: unknown) {
    if (now !== 'saved') store.set({ save: saveState(now, error) })
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
    const { revision } = store.state()
    await copy.keep({ ...current(), revision, at: new Date().toISOString() }).catch(() => undefined)
    // Saved meanwhile, so the copy is out of date.
    if (autosave.isSaved()) await forgetCopy()
  }

  function replace(content: ReportContent) {
    document = readContent(content)
    store.set({ isForeign: true, hasRead: false })
    onReplaced(document)
  }

  return {
    current,
    keep,
    forgetCopy,
    isSaved: autosave.isSaved,

    /** Records a changed text. */
    write(next: Node) {
      document = next
      changed()
    },

    /** Records a changed fact of the report. */
    change(changes: Partial<Pick<DraftState, 'reason' | 'template'>>) {
      store.set(changes)
      changed()
    },

    /** Shows a text in place of the written one. The text that is on screen stays, and the cursor with it. */
    show(content: ReportContent) {
      if (!isSameText(content, toContent(document))) replace(content)
    },

    /** Continues with the server's draft. */
    adopt(draft: ReportDraft | null) {
      const { content, kind, reason } = draft ?? { ...start, content: toContent(start.document) }
      const template = draft ? templateNamed(draft.templateName) : start.template
      autosave.forgive()
      replace(content)
      const save: SaveState = { is: 'saved', at: draft?.savedAt ?? null }
      store.set({ kind, reason, template, revision: draft?.revision ?? 0, save, conflict: null })
    },

    /** Saves pending changes. Returns true if everything is saved. */
    saveNow: () => autosave.now(),

    /** Saves the text, even if nothing was written yet, or the server has it as another kind. Rejects with NotSaved. */
    async demandSaved(): Promise<void> {
      const { revision, kind } = store.state()
      const isOfAnotherKind = start.draft !== null && start.draft.kind !== kind
      if ((revision === 0 || isOfAnotherKind) && autosave.isSaved()) autosave.change()
      if (!(await autosave.now())) throw new NotSaved('The text is not saved yet.')
    },

    /** Saves the text again, although the server may have it already. */
    async saveAgain(): Promise<void> {
      autosave.change()
      await autosave.now()
    },

    /** Stops saving until the next change. */
    pause: autosave.stop,

    /** Stops saving until the next change, and waits for a running save to end. */
    rest: autosave.rest,

    /** Drops unsaved changes and stops saving. */
    end() {
      autosave.forgive()
      autosave.stop()
      clearTimeout(keeping)
    },
  }
}

export type WrittenText = ReturnType<typeof createDraftText>
