import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Opening } from '../../requests/reading.queries.ts'
import { beginningOf, chosenAtFirst, type FittingTemplates } from '../../session/machine/beginning.ts'
import { useHold, useReadingStore } from '../../session/reading-store.ts'
import { KeyboardBar } from '../keyboard/keyboard-bar.tsx'
import type { RoundInReport } from '../round/use-round.ts'
import { ReportPanel } from './report-panel.tsx'
import { SignedPanel } from './signed-panel.tsx'

/**
 * Returns the handlers that give the report the keyboard: a press in it, or Tab into its text. A focus that comes by itself, for example when a dialog
 * closes, is no choice of the reader.
 */
function useReportKeyboard() {
  const store = useReadingStore()
  const isTab = useRef(false)
  useEffect(() => {
    const listener = ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab'
    }
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
  return {
    onPointerDownCapture({ currentTarget, target }: PointerEvent) {
      // Not a press in a dialog of the report.
      if (target instanceof Node && currentTarget.contains(target)) store.takeKeyboard('report')
    },
    onFocusCapture({ currentTarget, target }: FocusEvent) {
      if (!currentTarget.contains(target)) return
      const isText = target.matches('[role=textbox]')
      if (target.matches('input,textarea') || (isText && isTab.current)) store.takeKeyboard('report')
    },
  }
}

type Props = {
  opening: Opening
  templates: FittingTemplates
  round: RoundInReport
  foot: HTMLElement | null
  onStale: () => void
}

/** Shows the report of a study, for writing or reading. */
export function ReportSide({ opening, templates, ...props }: Props) {
  const store = useReadingStore()
  const hold = useHold(store)
  const keyboard = useReportKeyboard()
  const [chosen, setChosen] = useState(() => chosenAtFirst(opening))
  const [beginning, setBeginning] = useState(() => chosen && beginningOf(opening, chosen, templates.chosen))

  // A report was uploaded or withdrawn meanwhile, so this kind can't be written any more. The session itself heeds one that was signed.
  const isSigned = beginning !== null && opening.versions.length > beginning.signed
  const isOver = chosen !== null && hold.is !== 'mine' && !isSigned && !opening.kinds.includes(chosen.kind)
  if (isOver) setChosen(null)

  const begin = (kind: ReportKind, reason: string) => {
    store.takeKeyboard('report')
    setChosen({ kind, reason })
    setBeginning(beginningOf(opening, { kind, reason }, templates.chosen))
  }
  return (
    <div data-half className="relative flex h-full min-w-0 flex-col" {...keyboard}>
      <KeyboardBar of="report" />
      <div className="min-h-0 flex-1">
        {chosen && beginning ? (
          <ReportPanel
            key={chosen.kind}
            {...props}
            opening={opening}
            beginning={beginning}
            hasSeveralTemplates={templates.hasSeveral}
            onSigned={() => setChosen(null)}
          />
        ) : (
          <SignedPanel opening={opening} {...(opening.kinds.length > 0 && { onBegin: begin })} />
        )}
      </div>
    </div>
  )
}
