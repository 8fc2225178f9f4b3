import { toContent } from '@readroom/report/content'
import { useRef } from 'react'
import { useKeyImages } from '../key-images/use-key-images.ts'
import type { Opening } from '../reading.queries.ts'
import { useReadingStore } from '../reading-store.ts'
import type { Beginning } from '../saving/beginning.ts'
import { NotSaved } from '../saving/draft-errors.ts'
import type { HoldState } from '../saving/draft-state.ts'
import { useDraftSession } from '../saving/use-draft-session.ts'
import { useEnding } from '../saving/use-ending.ts'
import { useTemplates } from '../use-templates.tsx'
import type { ReportCommands } from './report-commands.ts'
import { useCursorPlace } from './use-cursor-place.ts'
import { useEditor } from './use-editor.ts'

type Options = {
  opening: Opening
  beginning: Beginning
  hasSeveralTemplates: boolean
  keepsFocus: () => boolean
}

/** Connects the parts of a report being written: its text in the editor, the draft that is saved, the key images and the templates. */
export function useWriting({ opening, beginning, hasSeveralTemplates, keepsFocus }: Options) {
  const store = useReadingStore()
  const { study } = opening
  /** True if the reader has changed this text since it appeared. */
  const isWorkedOn = useRef(false)
  const editor = useEditor({
    onWrite: (report) => {
      isWorkedOn.current = true
      templates.followUndo(report)
      session?.write(report)
    },
    onSection: () => void session?.saveNow(),
  })
  const { session, state } = useDraftSession({
    store,
    opening,
    beginning,
    onReplaced: (report) => {
      isWorkedOn.current = false
      forgetCursor()
      editor.replace(report)
    },
    onHeld: (found) => {
      if (found.keyImages) keyImages.adopt(found.keyImages)
      store.annotations.adopt(found.annotations)
    },
  })
  const ending = useEnding()
  const hold: HoldState = state?.hold ?? { is: 'free' }
  const isMine = hold.is === 'mine'
  const kind = state?.kind ?? beginning.kind
  const conflict = state?.conflict ?? null
  const isEditable = isMine && conflict === null && !ending.isEnding
  const keyImages = useKeyImages({
    calls: store.calls,
    opening,
    first: beginning.keyImages,
    isMine,
    editor,
    held: () => session?.held() ?? Promise.reject(new NotSaved('The report is not open yet.')),
  })
  const forgetCursor = useCursorPlace({ hold, editor, keepsFocus })
  const templates = useTemplates({
    editor,
    study,
    kind,
    template: state ? state.template : beginning.template,
    onTemplate: (template) => session?.setTemplate(template),
    hasSeveral: hasSeveralTemplates && beginning.draft === null,
    isEditable,
  })
  /** Fills in the comparison for a reader who looks at images. That is no work on the text. */
  const fill: ReportCommands['fill'] = (...text) => {
    const wasWorkedOn = isWorkedOn.current
    const isFilled = editor.fill(...text)
    isWorkedOn.current = wasWorkedOn
    return isFilled
  }

  return {
    session,
    state,
    hold,
    isMine,
    kind,
    conflict,
    isEditable,
    ending,
    editor: { ...editor, fill },
    keyImages,
    templates,
    reason: state?.reason ?? beginning.reason,
    /** Returns the report if its reader has not changed it since it appeared, otherwise null. */
    unread: () => (isWorkedOn.current ? null : toContent(editor.report())),
    /** Sends unsent annotations. Rejects with NotSaved if that fails. */
    settleAnnotations: () =>
      store.annotations.settle().catch(() => {
        throw new NotSaved('The measurements in the images are not saved yet.')
      }),
    /** Sends unsent changes of the key images. Rejects with NotSaved if that fails. */
    async settleKeyImages() {
      if (!(await keyImages.settle())) throw new NotSaved('The key images are not saved yet.')
    },
  }
}

export type Writing = ReturnType<typeof useWriting>
