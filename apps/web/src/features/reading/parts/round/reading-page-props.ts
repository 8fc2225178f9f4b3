import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { ReactNode } from 'react'

export type ReadingPageProps = {
  studyId: string
  /** The address of the list the reader came from. */
  back: string
  documents: (study: WorklistRow) => ReactNode
  /** The study's critical results, if another one can be marked. `finding`: what it is at first. */
  critical: (study: WorklistRow, finding: string, onClose: () => void) => ReactNode
  /** Returns the studies of the list, in its order. */
  readList: () => Promise<readonly WorklistRow[]>
  /** Returns the address for reading another study of the list. */
  pathOf: (studyId: string) => string
  onOpen: (studyId: string) => void
  onLeave: () => void
}
