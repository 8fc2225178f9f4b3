import { useState } from 'react'
import { createPortal } from 'react-dom'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { useReadingStore } from '../../session/reading-store.ts'
import type { ReportActions } from './use-report-actions.ts'
import type { Writing } from './use-writing.ts'
import { WritingFooter } from './writing-footer.tsx'

type Props = {
  writing: Writing
  actions: ReportActions
  /** The element for the buttons, below everything else. */
  foot: HTMLElement | null
  onPutAside: () => void
}

/** Shows the buttons of the report being written at the foot of the page. Asks before a draft is discarded. */
export function ReportFooter({ writing, actions, foot, onPutAside }: Props) {
  const store = useReadingStore()
  const { state, kind, isMine, editor } = writing
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
            onShowKeys={() => store.openDialog('keys')}
            onSkip={() => store.openDialog('skip')}
            onPutAside={onPutAside}
          />,
          foot,
        )}
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
