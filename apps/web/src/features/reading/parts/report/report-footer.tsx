import { useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import type { RoundInReport } from '../round/use-round.ts'
import type { ReportActions } from './use-report-actions.ts'
import type { Writing } from './use-writing.ts'
import { WritingFooter } from './writing-footer.tsx'

type Props = {
  writing: Writing
  actions: ReportActions
  /** The element for the buttons, below everything else. */
  foot: HTMLElement | null
  round: Pick<RoundInReport, 'putAside' | 'goOn' | 'close'>
}

/** The buttons below a report that somebody else has. */
function WayOn({ round }: Pick<Props, 'round'>) {
  return (
    <footer className="flex min-h-12 items-center justify-end gap-2 border-t border-line bg-canvas px-4 py-1.5">
      <Button onClick={round.close}>Back to the list</Button>
      <Button look="primary" onClick={() => void round.goOn()}>
        Next study
      </Button>
    </footer>
  )
}

/** Shows the buttons of the report being written at the foot of the page. Asks before a draft is discarded. */
export function ReportFooter({ writing, actions, foot, round }: Props) {
  const { state, hold, kind, isMine, editor } = writing
  const open = editor.findings.filter(({ severity }) => severity === 'blocks')
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <>
      {isMine &&
        foot &&
        createPortal(
          <WritingFooter
            canSign={actions.canSign}
            open={open.length}
            onShowOpen={() => open[0] && actions.show(open[0])}
            canDiscard={(state?.revision ?? 0) > 0 || kind !== 'original'}
            onDiscard={() => setDiscarding(true)}
            onSaveClose={actions.saveClose}
            onSign={actions.sign}
            onPutAside={round.putAside}
          />,
          foot,
        )}
      {!isMine && hold.is !== 'free' && foot && createPortal(<WayOn round={round} />, foot)}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard this draft?"
          action="Discard draft"
          destructive
          onCancel={() => setDiscarding(false)}
          busy={state?.ending !== null}
          onConfirm={actions.discard}
        >
          This deletes the unsigned text for everybody. Signed text stays.
        </ConfirmDialog>
      )}
    </>
  )
}
