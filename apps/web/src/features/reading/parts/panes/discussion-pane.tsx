import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useId } from 'react'
import { SubmitButton } from '../../../../components/ui/submit-button.tsx'
import { DiscussionPanel, useDiscussion } from '../../../studies/discussions/discussion-panel.tsx'
import { useReadingState, useReadingStore } from '../../session/reading-store.ts'

const unheard = () => undefined

/** Shows the discussion of the study beside its report. */
export function DiscussionPane({ study }: { study: WorklistRow }) {
  const store = useReadingStore()
  const isAsking = useReadingState(store, 'isAsking')
  const formId = useId()
  const discussion = useDiscussion(study, unheard)
  const { isBlank, busy } = discussion.comment
  return (
    <>
      <DiscussionPanel {...discussion} formId={formId} isAsking={isAsking} onAsking={store.setAsking} />
      <div className="flex shrink-0 justify-end px-5 pb-4">
        <SubmitButton form={formId} size="sm" label="Save Comment" busyLabel="Saving..." busy={busy} disabled={isBlank} />
      </div>
    </>
  )
}
