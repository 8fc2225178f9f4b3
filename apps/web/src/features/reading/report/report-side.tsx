import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { useState } from 'react'
import type { Opening } from '../reading.queries.ts'
import { useReadingState, useReadingStore } from '../reading-store.ts'
import type { RoundInReport } from '../round/use-round.ts'
import { beginningOf, chosenAtFirst, type FittingTemplates } from '../saving/beginning.ts'
import { ReportPanel } from './report-panel.tsx'
import { SignedPanel } from './signed-panel.tsx'

type Props = {
  opening: Opening
  templates: FittingTemplates
  keepsFocus: () => boolean
  round: RoundInReport
  foot: HTMLElement | null
  onStale: () => void
}

/** Shows the report of a study, for writing or reading. */
export function ReportSide({ opening, templates, ...props }: Props) {
  const { hold } = useReadingState(useReadingStore())
  const [chosen, setChosen] = useState(() => chosenAtFirst(opening))
  const [beginning, setBeginning] = useState(() => chosen && beginningOf(opening, chosen, templates.chosen))

  // A report was signed or uploaded meanwhile, so this kind can't be written any more.
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
    />
  )
}
