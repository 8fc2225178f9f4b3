import { privacyEndpoints } from '@readroom/contracts/privacy/privacy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { api } from '../../lib/api/api.ts'
import { useChange } from '../../lib/hooks/use-change.ts'
import { notify } from '../../lib/notify.tsx'
import { privacyKeys, subjectOptions } from './privacy.queries.ts'
import { ReasonField } from './reason-field.tsx'

/** Puts a patient on hold with a reason, or ends the hold. */
export function HoldDialog({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data: subject } = useQuery(subjectOptions(studyId))
  const [reason, setReason] = useState('')
  const held = subject?.holdReason ?? null
  const { start: save } = useChange({
    async change(wanted: string | null) {
      notify.success((await api.call(privacyEndpoints.hold, { params: { studyId }, body: { reason: wanted } })).message)
      // The dialog closes when the page below shows the change.
      await client.invalidateQueries({ queryKey: privacyKeys.all })
      onClose()
    },
    failed: 'This could not be done. Please try again.',
  })
  return (
    <Dialog
      nested
      title="Hold"
      width="max-w-[480px]"
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Cancel
          </Button>
          {held === null ? (
            <Button
              className="max-lg:h-11"
              look="primary"
              disabled={!subject || reason.trim().length < 3}
              onClick={() => save(reason)}
            >
              Put on hold
            </Button>
          ) : (
            <Button className="max-lg:h-11" look="primary" onClick={() => save(null)}>
              End the hold
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 px-5 py-4">
        <p className="text-text-2">
          While a patient is on hold, none of their data is removed, neither on request nor by retention times.
        </p>
        {held === null ? (
          <ReasonField value={reason} onChange={setReason} />
        ) : (
          <>
            <p className="break-words">On hold: {held}</p>
            <p className="text-text-2">
              Ending the hold lifts it for every reason named here, including those of merged patients.
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
