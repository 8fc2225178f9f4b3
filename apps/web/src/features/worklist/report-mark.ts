import type { WorklistRow } from '@readroom/contracts/studies'
import { FilePenLine, FilePlus2, FileText, FileWarning, type LucideIcon } from 'lucide-react'

/** What became of a study's report, in words and as a shape. `words` null: it is as it was first signed or uploaded. */
export function reportMark({ finishedReport }: Pick<WorklistRow, 'finishedReport'>): { words: string | null; icon: LucideIcon } {
  if (finishedReport?.isCorrectedSince) return { words: 'Corrected since you downloaded it', icon: FileWarning }
  if (finishedReport?.kind === 'correction') return { words: 'Corrected report', icon: FilePenLine }
  if (finishedReport?.kind === 'addendum') return { words: 'With addendum', icon: FilePlus2 }
  return { words: null, icon: FileText }
}
