import type { DoctorProfile } from '@readroom/contracts/people/doctors'
import type { Presence } from '@readroom/contracts/people/presence'
import { useId } from 'react'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { LoadingDialog, useRecord } from '../../../components/form/linked-record.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { presenceOptions } from './presence.queries.ts'
import { PresenceInputs } from './presence-inputs.tsx'
import { usePresenceForm } from './use-presence-form.ts'

export const presenceTitle = 'Shifts and absences'

type Props = { doctor: DoctorProfile; onClose: () => void }
type LoadedProps = Props & { presence: Presence; reload: () => Promise<Presence | undefined> }

function LoadedDialog({ doctor, presence, reload, onClose }: LoadedProps) {
  const id = useId()
  const form = usePresenceForm({ of: { doctorId: doctor._id }, presence, reload, onSaved: () => leaveNow() })
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled: form.isFilled, leave: onClose })
  return (
    <Dialog
      title={presenceTitle}
      header={<bdi className="block text-xl font-semibold break-words">{doctor.userAccount.fullName}</bdi>}
      width="max-w-[640px]"
      onClose={tryToLeave}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            Cancel
          </Button>
          <SubmitButton form={id} size="sm" label="Save" busyLabel="Saving..." busy={form.isBusy} />
        </>
      }
    >
      <form
        id={id}
        aria-label={presenceTitle}
        noValidate
        onSubmit={form.submit}
        className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4"
      >
        <PresenceInputs form={form} />
      </form>
      {question}
    </Dialog>
  )
}

/** Lets an administrator change a doctor's shifts and absences. */
export function PresenceDialog({ doctor, onClose }: Props) {
  const { data, refetch } = useRecord(
    presenceOptions({ doctorId: doctor._id }),
    'Failed to fetch the shifts of the doctor',
    onClose,
  )
  if (!data) return <LoadingDialog title={presenceTitle} onClose={onClose} />
  return <LoadedDialog doctor={doctor} presence={data} reload={async () => (await refetch()).data} onClose={onClose} />
}
