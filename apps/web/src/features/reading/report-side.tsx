import type { ReadingTemplate } from '@readroom/contracts/reading-templates'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { type RefObject, useState } from 'react'
import type { Opening } from './reading.queries.ts'
import { ReportPanel, type Writer } from './report-panel.tsx'
import type { RoundState } from './round/use-round.ts'
import { beginningOf } from './saving/beginning.ts'
import type { HoldState } from './saving/draft-state.ts'
import { SignedPanel } from './signed-panel.tsx'

type Chosen = { kind: ReportKind; reason: string }

/** What is written now, if anything is: a draft goes on by itself, what follows a finished report is asked for. */
function chosenAtFirst({ draft, kinds }: Opening): Chosen | null {
  if (kinds.length === 0) return null
  if (draft) return { kind: draft.kind, reason: draft.reason }
  return kinds.includes('original') ? { kind: 'original', reason: '' } : null
}

type Props = {
  opening: Opening
  /** What a new report begins with. */
  template: Pick<ReadingTemplate, 'name' | 'content'> | null
  hasSeveralTemplates: boolean
  windowId: string
  writer: RefObject<Writer | null>
  foot: HTMLElement | null
  hold: HoldState
  round: RoundState
  obstacle: string | null
  /** Whoever works in the images stays there. */
  keepsFocus: () => boolean
  onHold: (hold: HoldState) => void
  onStale: () => void
  onShowKeys: () => void
  onSkip: () => void
  onPutAside: () => void
  onLeave: () => void
}

/** The report of one study: written, or read. */
export function ReportSide({ opening, template, hold, round, onLeave, ...props }: Props) {
  const [chosen, setChosen] = useState(() => chosenAtFirst(opening))
  const [beginning, setBeginning] = useState(() => chosen && beginningOf(opening, chosen, template))

  // Somebody else has signed meanwhile: what is written is something else now.
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
      {...{ opening, beginning }}
      beforeNext={round.prepare}
      onSigned={(version, after) => round.signed(after, { version, study: opening.study })}
      onClose={onLeave}
    />
  )
}
