import type { SectionId } from '@readroom/report/sections'
import type { Shot } from '../requests/viewer-frame.ts'

/** The commands that a report being written carries out for the rest of the page. */
export type ReportCommands = {
  /** Appends text to a section, which shows `origin` if it was empty. Returns false if there is no such section. */
  insert: (section: SectionId, text: string, origin: string) => boolean
  /** Fills an empty section without moving the cursor. Returns false if it has text. */
  fill: (section: SectionId, text: string, origin: string) => boolean
  /** Inserts a sentence about annotations at the cursor. Returns false if nothing can be inserted. */
  insertSentence: (text: string, ids: readonly string[]) => boolean
  /** Highlights the words about an annotation, or none for null. */
  pointAt: (id: string | null) => void
  /** Returns the ids of the annotations described by the words at the cursor. */
  measuredHere: () => readonly string[]
  goTo: (index: number) => void
  focus: () => void
  type: (text: string) => void
  takeKeyImage: (asked: Promise<Shot | null>) => void
} & Record<'signNext' | 'signClose' | 'signPreliminary' | 'saveClose' | 'save' | 'allNormal', () => void>
