import { privacyEndpoints } from '@readroom/contracts/privacy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { api } from '../../lib/api/api.ts'
import { messageOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { privacyKeys, subjectOptions } from './privacy.queries.ts'
import { ReasonField } from './reason-field.tsx'

/** Puts a patient on hold with a reason, or takes them off. */
export function HoldDialog({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const client = useQueryClient()
  const { data: subject } = useQuery(subjectOptions(studyId))
  const [reason, setReason] = useState('')
  const held = subject?.holdReason ?? null
  const save = async (wanted: string | null) => {
    try {
      notify.success((await api.call(privacyEndpoints.hold, { params: { studyId }, body: { reason: wanted } })).message)
      await client.invalidateQueries({ queryKey: privacyKeys.all })
      onClose()
    } catch (error) {
      notify.error(messageOf(error, 'This could not be done. Please try again.'))
    }
  }
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
              onClick={() => void save(reason)}
            >
              Put on hold
            </Button>
          ) : (
            <Button className="max-lg:h-11" look="primary" onClick={() => void save(null)}>
              End the hold
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 px-5 py-4">
        <p className="text-text-2">While a patient is on hold, nothing of theirs is removed, by request or by retention time.</p>
        {held === null ? <ReasonField value={reason} onChange={setReason} /> : <p className="break-words">On hold: {held}</p>}
      </div>
    </Dialog>
  )
}
