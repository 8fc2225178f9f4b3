import { toContent } from '@readroom/report/content'
import { sectionTexts } from '@readroom/report/plain-text'
import type { SectionId } from '@readroom/report/sections'
import type { Node } from 'prosemirror-model'
import { useRef } from 'react'
import { useKeyImages } from '../key-images/use-key-images.ts'
import type { Opening } from '../reading.queries.ts'
import { useReadingStore } from '../reading-store.ts'
import type { Beginning } from '../saving/beginning.ts'
import { NotSaved } from '../saving/draft-errors.ts'
import type { HoldState } from '../saving/draft-state.ts'
import { useDraftSession } from '../saving/use-draft-session.ts'
import { useEnding } from '../saving/use-ending.ts'
import type { Unread } from '../signing/review-text.tsx'
import { useTemplates } from '../use-templates.tsx'
import type { ReportCommands } from './report-commands.ts'
import { useCursorPlace } from './use-cursor-place.ts'
import { useEditor } from './use-editor.ts'

type Options = {
  opening: Opening
  beginning: Beginning
  hasSeveralTemplates: boolean
}

type SectionTexts = Map<SectionId, string>

/** Returns the text of each section that has one, without regard to spaces and lines. */
const textsOf = (report: Node): SectionTexts =>
  new Map(sectionTexts(report).map(({ id, text }) => [id, text.replaceAll(/\s+/g, ' ')]))

const isSame = (one: SectionTexts, other: SectionTexts): boolean =>
  one.size === other.size && [...one].every(([id, text]) => other.get(id) === text)

/** Connects the parts of a report being written: its text in the editor, the draft that is saved, the key images and the templates. */
export function useWriting({ opening, beginning, hasSeveralTemplates }: Options) {
  const store = useReadingStore()
  const { study } = opening
  /** The texts of the sections as they appeared. A key that changes nothing in the end is no work on them. */
  const appeared = useRef<SectionTexts | null>(null)
  appeared.current ??= textsOf(beginning.document)
  const editor = useEditor({
    mayChange: () => isEditable,
    onWrite: (report) => {
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
      appeared.current = textsOf(report)
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
    const filled = textsOf(editor.report()).get(section)
    if (isFilled && filled !== undefined) appeared.current?.set(section, filled)
    return isFilled
  }
  const isUnchanged = () => isSame(appeared.current ?? new Map(), textsOf(editor.report()))

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
    /** Returns what the reader must read before signing, or null. */
    unread(): Unread | null {
      const { isForeign = beginning.isForeign, hasRead = false } = session?.state() ?? {}
      if (hasRead || !(isForeign || isUnchanged())) return null
      return { content: toContent(editor.report()), isForeign }
    },
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
