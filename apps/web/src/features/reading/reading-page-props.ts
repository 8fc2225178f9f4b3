import type { WorklistRow } from '@readroom/contracts/studies'
import type { ReactNode } from 'react'

export type ReadingPageProps = {
  studyId: string
  /** The list that the reader came from. */
  back: string
  documents: (study: WorklistRow) => ReactNode
  /** The study's critical results, where another can be marked. */
  critical: (study: WorklistRow, onClose: () => void) => ReactNode
  /** The list's studies in its order. */
  readList: () => Promise<readonly WorklistRow[]>
  /** Where another study of the list is read. */
  pathOf: (studyId: string) => string
  onOpen: (studyId: string) => void
  onLeave: () => void
}
