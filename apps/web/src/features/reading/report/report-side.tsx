import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { useState } from 'react'
import type { ImagesBeside } from '../images/images-beside.ts'
import type { Opening } from '../reading.queries.ts'
import { useReadingState, useReadingStore } from '../reading-store.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { beginningOf, type FittingTemplates } from '../saving/beginning.ts'
import { ReportPanel } from './report-panel.tsx'
import { SignedPanel } from './signed-panel.tsx'

type Chosen = { kind: ReportKind; reason: string }

/** Returns what to write at first. A draft is resumed; an addendum or a correction waits for the user's choice. */
function chosenAtFirst({ draft, kinds }: Opening): Chosen | null {
  if (kinds.length === 0) return null
  if (draft) return { kind: draft.kind, reason: draft.reason }
  return kinds.includes('original') ? { kind: 'original', reason: '' } : null
}

type Props = {
  opening: Opening
  templates: FittingTemplates
  images: ImagesBeside
  round: RoundInReport
  foot: HTMLElement | null
  onStale: () => void
  onLeave: () => void
}

/** Shows the report of a study, for writing or reading. */
export function ReportSide({ opening, templates, onLeave, ...props }: Props) {
  const { hold } = useReadingState(useReadingStore())
  const [chosen, setChosen] = useState(() => chosenAtFirst(opening))
  const [beginning, setBeginning] = useState(() => chosen && beginningOf(opening, chosen, templates.chosen))

  // Another doctor has signed meanwhile, so this kind of report can't be written any more.
  const isOver = chosen !== null && hold.is !== 'mine' && !opening.kinds.includes(chosen.kind)
  if (isOver) setChosen(null)

  const begin = (kind: ReportKind, reason: string) => {
    setChosen({ kind, reason })
    setBeginning(beginningOf(opening, { kind, reason }, templates.chosen))
  }
  if (!chosen || !beginning) return <SignedPanel opening={opening} {...(opening.kinds.length > 0 && { onBegin: begin })} />
  return (
    <ReportPanel
      key={chosen.kind}
      {...props}
      opening={opening}
      beginning={beginning}
      hasSeveralTemplates={templates.hasSeveral}
      onClose={onLeave}
    />
  )
}
