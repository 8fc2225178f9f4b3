import type { DoctorProfile } from '@readroom/contracts/people/doctors'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { LoadingDialog, useRecord } from '../../../components/form/linked-record.tsx'
import { presenceOptions } from './presence.queries.ts'
import { PresenceInputs, presenceFormOf } from './presence-inputs.tsx'

export const presenceTitle = 'Shifts and absences'

/** Lets an administrator change a doctor's shifts and absences. */
export function PresenceDialog({ doctor, onClose }: { doctor: DoctorProfile; onClose: () => void }) {
  const of = { doctorId: doctor._id }
  const { data, refetch } = useRecord(presenceOptions(of), 'Failed to fetch the shifts of the doctor', onClose)
  if (!data) return <LoadingDialog title={presenceTitle} onClose={onClose} />
  return (
    <FormDialog
      title={presenceTitle}
      header={<bdi className="block text-xl font-semibold break-words">{doctor.userAccount.fullName}</bdi>}
      width="max-w-[640px]"
      action="Save"
      {...presenceFormOf({ of, presence: data, reload: async () => (await refetch()).data })}
      onClose={onClose}
    >
      <PresenceInputs />
    </FormDialog>
  )
}
