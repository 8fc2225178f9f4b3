import type { Opening } from '../../requests/reading.queries.ts'
import type { Beginning } from '../../session/machine/beginning.ts'
import { NotSaved } from '../../session/machine/draft-errors.ts'
import type { EndRequest } from '../../session/machine/events.ts'
import { type HoldState, mayWrite } from '../../session/machine/state.ts'
import { useReadingStore } from '../../session/reading-store.ts'
import type { ReportCommands } from '../../session/report-commands.ts'
import { useDraft } from '../../session/use-draft.ts'
import { useEditor } from '../editor/use-editor.ts'
import { useKeyImages } from '../key-images/use-key-images.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { useTemplates } from '../templates/use-templates.tsx'
import { useCursorPlace } from './use-cursor-place.ts'

type Options = {
  opening: Opening
  beginning: Beginning
  hasSeveralTemplates: boolean
  round: Pick<RoundInReport, 'prepare'>
}

/** Connects the parts of a report being written: its text in the editor, the draft that is saved, the key images and the templates. */
export function useWriting({ opening, beginning, hasSeveralTemplates, round }: Options) {
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
  /** Sends unsent annotations. Rejects with NotSaved if that fails. */
  const settleAnnotations = () =>
    store.annotations.settle().catch(() => {
      throw new NotSaved('The measurements in the images are not saved yet.')
    })
  const settleKeyImages = async () => {
    if (!(await keyImages.settle())) throw new NotSaved('The key images are not saved yet.')
  }
  const settle = async ({ what, isNext }: EndRequest) => {
    const isSigning = what === 'sign'
    if (what !== 'discard') {
      await Promise.all([
        settleKeyImages(),
        settleAnnotations(),
        isSigning && store.displayed.settle(),
        isNext && round.prepare(),
      ])
    }
    return keyImages.order()
  }
  const { session, state } = useDraft({
    store,
    opening,
    beginning,
    settle,
    onReplaced: (report) => {
      forgetCursor()
      editor.replace(report)
    },
    onHeld: (found) => {
      if (found.keyImages) keyImages.adopt(found.keyImages)
      store.annotations.adopt(found.annotations)
    },
  })
  const hold: HoldState = state?.hold ?? { is: 'free' }
  const isMine = hold.is === 'mine'
  const kind = state?.kind ?? beginning.kind
  const isEditable = state !== null && mayWrite(state)
  const keyImages = useKeyImages({
    calls: store.calls,
    opening,
    first: beginning.keyImages,
    isMine,
    editor,
    held: () => session?.held() ?? Promise.reject(new NotSaved('The report is not open yet.')),
  })
  const forgetCursor = useCursorPlace({ hold, editor })
  const templates = useTemplates({
    editor,
    study,
    series: opening.series,
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
    settleAnnotations,
    reason: state?.reason ?? beginning.reason,
  }
}

export type Writing = ReturnType<typeof useWriting>
