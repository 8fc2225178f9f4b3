import type { ReadingTemplate } from '@readroom/contracts/reading/reading-templates'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { type RefObject, useState } from 'react'
import type { AnnotationsInReport } from '../images/use-annotations.ts'
import type { DisplayedSeries } from '../images/use-displayed-series.ts'
import type { Opening } from '../reading.queries.ts'
import type { RoundState } from '../round/use-round.ts'
import { beginningOf } from '../saving/beginning.ts'
import type { HoldState } from '../saving/draft-state.ts'
import { ReportPanel, type Writer } from './report-panel.tsx'
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
  /** The template for a new report. */
  template: Pick<ReadingTemplate, 'name' | 'content'> | null
  hasSeveralTemplates: boolean
  windowId: string
  writer: RefObject<Writer | null>
  foot: HTMLElement | null
  hold: HoldState
  round: RoundState
  obstacle: string | null
  displayed: DisplayedSeries
  annotations: AnnotationsInReport
  onMeasured: (ids: readonly string[]) => void
  /** Returns true if the reader works in the images and the focus must stay there. */
  keepsFocus: () => boolean
  onHold: (hold: HoldState) => void
  onStale: () => void
  onShowKeys: () => void
  onSkip: () => void
  onPutAside: () => void
  onLeave: () => void
}

/** Shows the report of a study, for writing or reading. */
export function ReportSide({ opening, template, hold, round, onLeave, ...props }: Props) {
  const [chosen, setChosen] = useState(() => chosenAtFirst(opening))
  const [beginning, setBeginning] = useState(() => chosen && beginningOf(opening, chosen, template))

  // Another doctor has signed meanwhile, so this kind of report can't be written any more.
  const isOver = chosen !== null && hold.is !== 'mine' && !opening.kinds.includes(chosen.kind)
  if (isOver) setChosen(null)

  const begin = (kind: ReportKind, reason: string) => {
    setChosen({ kind, reason })
    setBeginning(beginningOf(opening, { kind, reason }, template))
  }
  if (!chosen || !beginning) return <SignedPanel opening={opening} {...(opening.kinds.length > 0 && { onBegin: begin })} />
  return (
    <ReportPanel
      key={chosen.kind}
      {...props}
      opening={opening}
      beginning={beginning}
      beforeNext={round.prepare}
      onSigned={(version, after) => round.signed(after, { version, study: opening.study })}
      onClose={onLeave}
    />
  )
}
