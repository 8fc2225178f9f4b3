import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useId, useState } from 'react'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { DiscussionPanel, useDiscussion } from './discussion-panel.tsx'

type Props = { row: WorklistRow; onOpenPatient?: () => void; onClose: () => void; onDraft: (text: string) => void }

/** Shows the discussion of everybody who sees the study. */
export default function DiscussionDialog({ row, onOpenPatient, onClose, onDraft }: Props) {
  const formId = useId()
  const discussion = useDiscussion(row, onDraft)
  const [isAsking, setAsking] = useState(false)
  const { isBlank, busy } = discussion.comment
  return (
    <Dialog
      title="Study Discussion"
      width="max-w-[900px]"
      onClose={onClose}
      // Hides the link to the patient while a comment is being written.
      header={<StudyIdentity row={row} onOpenPatient={isBlank ? onOpenPatient : undefined} />}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
          <SubmitButton form={formId} size="sm" label="Save Comment" busyLabel="Saving..." busy={busy} disabled={isBlank} />
        </>
      }
    >
      <DiscussionPanel {...discussion} formId={formId} isAsking={isAsking} onAsking={setAsking} />
    </Dialog>
  )
}
