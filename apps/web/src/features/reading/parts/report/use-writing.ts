import { useEffect, useEffectEvent, useRef } from 'react'
import { notify } from '../../../../lib/notify.tsx'
import type { Opening } from '../../requests/reading.queries.ts'
import type { Beginning } from '../../session/machine/beginning.ts'
import type { EndRequest } from '../../session/machine/events.ts'
import { type HoldState, mayWrite } from '../../session/machine/state.ts'
import { useReadingStore } from '../../session/reading-store.ts'
import type { ReportCommands } from '../../session/report-commands.ts'
import { useDraft } from '../../session/use-draft.ts'
import { type Editor, useEditor } from '../editor/use-editor.ts'
import { tellRefused, useKeyImages } from '../key-images/use-key-images.ts'
import { isCovered, isInField } from '../keyboard/use-reading-keys.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { useTemplates } from '../templates/use-templates.tsx'

export const reportTitles = { original: 'Report', addendum: 'Addendum', correction: 'Correction' } as const

type CursorOptions = {
  hold: HoldState
  editor: Pick<Editor, 'focus' | 'goToBeginning' | 'deselect'>
}

/**
 * Places the cursor when this window starts to write: where the writer left it in this text, otherwise in the findings. Focuses the text if the report has
 * the keyboard and nobody writes beside it. Returns the function to call when another text replaces this one.
 */
function useCursorPlace({ hold, editor }: CursorOptions): () => void {
  /** True if the cursor is where the writer left it in this text. */
  const isPlaced = useRef(false)
  const place = useEffectEvent(() => {
    if (hold.is !== 'mine') return
    // Words that were selected to be copied, before this window could write, stay.
    if (isPlaced.current) editor.deselect()
    else editor.goToBeginning()
    isPlaced.current = true
    if (!isInField() && !isCovered()) editor.focus()
  })
  const heldSince = hold.is === 'mine' || hold.is === 'other' ? hold.since : ''
  useEffect(() => place(), [hold.is, heldSince])
  return () => {
    isPlaced.current = false
  }
}

type Options = {
  opening: Opening
  beginning: Beginning
  hasSeveralTemplates: boolean
  round: Pick<RoundInReport, 'prepare' | 'foundSigned'>
  /** Called when the report turns out to be signed already. */
  onSigned: () => void
}

/** Says who has signed the report, and where the words are that are not in it. */
function tellSigned(by: string | null, isKept: boolean) {
  const description = 'Your text is not in it. It is shown above the report. Write an addendum or a correction to use it.'
  notify.info(by === null ? 'This report was signed' : `${by} has signed this report`, isKept ? { description } : {})
}

/** Connects the parts of a report being written: its text in the editor, the draft that is saved, the key images and the templates. */
export function useWriting({ opening, beginning, hasSeveralTemplates, round, onSigned }: Options) {
  const store = useReadingStore()
  const { study } = opening
  const editor = useEditor({
    mayChange: () => session !== null && mayWrite(session.state()),
    onWrite: (report) => {
      templates.followUndo(report)
      session?.write(report)
    },
    onSection: () => void session?.saveNow(),
  })
  const settle = ({ what, isNext }: EndRequest) =>
    Promise.all([what === 'sign' && store.displayed.settle(), isNext && round.prepare()])
  const { session, state } = useDraft({
    store,
    opening,
    beginning,
    settle,
    onReplaced: (report) => {
      forgetCursor()
      editor.replace(report)
    },
    onRefused: tellRefused,
    onSigned(by, isKept) {
      const [version] = opening.versions
      if (by === null && version) round.foundSigned({ version, study })
      if (by !== null || isKept) tellSigned(by, isKept)
      onSigned()
    },
  })
  const hold: HoldState = state?.hold ?? { is: 'free' }
  const isMine = hold.is === 'mine'
  const kind = state?.kind ?? beginning.kind
  const isEditable = state !== null && mayWrite(state)
  const keyImages = useKeyImages({ study, session, list: state?.keyImages.list ?? beginning.keyImages, editor })
  const forgetCursor = useCursorPlace({ hold, editor })
  const templates = useTemplates({
    editor,
    study,
    series: store.displayed.series,
    kind,
    template: state ? state.template : beginning.template,
    onTemplate: (template) => session?.setTemplate(template),
    hasSeveral: hasSeveralTemplates && beginning.draft === null,
    isEditable,
  })
  /** Fills in the comparison for a reader who looks at images. That is no work on the text. */
  const fill: ReportCommands['fill'] = (section, ...text) => {
    const isFilled = editor.fill(section, ...text)
    if (isFilled) session?.dispatch({ is: 'filled', section })
    return isFilled
  }

  return {
    session,
    state,
    hold,
    isMine,
    kind,
    conflict: state?.conflict ?? null,
    isEditable,
    editor: { ...editor, fill },
    keyImages,
    templates,
    reason: state?.reason ?? beginning.reason,
  }
}

export type Writing = ReturnType<typeof useWriting>
