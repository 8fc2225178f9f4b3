import type { Shot } from '../images/viewer-frame.ts'
import type { Editor } from './use-editor.ts'

type EditorCommands = Pick<Editor, 'insert' | 'fill' | 'insertSentence' | 'pointAt' | 'measuredHere' | 'goTo' | 'focus' | 'type'>

/** The commands that a report being written carries out for the rest of the page. */
export type ReportCommands = EditorCommands & {
  /** Returns the fence number of this window's hold. Null if it doesn't write. */
  fence: () => number | null
  takeKeyImage: (asked: Promise<Shot | null>) => void
} & Record<'signNext' | 'signClose' | 'signPreliminary' | 'saveClose' | 'save' | 'allNormal', () => void>
