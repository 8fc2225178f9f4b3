import { type DoctorProfile, doctorEndpoints } from '@readroom/contracts/people/doctors'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeleteDialog } from '../../../components/form/delete-dialog.tsx'
import { LoadingDialog, useRecord } from '../../../components/form/linked-record.tsx'
import { api } from '../../../lib/api/api.ts'
import { useDialogUrl } from '../../../lib/dialog-url.ts'
import { LeavingDoctorDialog } from '../../studies/assignments/leaving-doctor-dialog.tsx'
import { PresenceDialog, presenceTitle } from '../presence/presence-dialog.tsx'
import { DoctorEditDialog } from './doctor-edit-dialog.tsx'
import { doctorKeys, doctorOptions } from './doctors.queries.ts'

type Loaded = { doctor: DoctorProfile; reload: () => Promise<DoctorProfile | undefined> }

const titles: Record<string, string> = {
  presence: presenceTitle,
  edit: 'Edit Doctor',
  delete: 'Delete doctor',
  deactivate: 'Deactivate doctor',
}

type WithDoctorProps = {
  doctorId: string
  title: string | undefined
  onMissing: () => void
  children: (loaded: Loaded) => ReactNode
}

function WithDoctor({ doctorId, title, onMissing, children }: WithDoctorProps) {
  const { data, refetch } = useRecord(doctorOptions(doctorId), 'Failed to fetch doctor details', onMissing)
  if (!data) return title ? <LoadingDialog title={title} onClose={onMissing} /> : null
  return children({ doctor: data, reload: async () => (await refetch()).data })
}

/** Shows the dialog named in the address. */
export function DoctorDialogs({ rows }: { rows: readonly DoctorProfile[] }) {
  const client = useQueryClient()
  const { dialog, id, open, close } = useDialogUrl('doctor')
  if (!id) return null
  const changed = () => void client.invalidateQueries({ queryKey: doctorKeys.pages })

  const askToDelete = ({ _id, userAccount }: DoctorProfile) => (
    <DeleteDialog
      title="Delete doctor"
      name={userAccount.fullName}
      remove={() => api.call(doctorEndpoints.remove, { params: { doctorId: _id } }).then(changed)}
      removed="Doctor deleted successfully"
      failed="Failed to delete doctor"
      inUse="DOCTOR_IN_USE"
      onDeactivate={() => open('deactivate', _id)}
      onClose={close}
    />
  )
  const row = rows.find(({ _id }) => _id === id)
  if (dialog === 'delete' && row) return askToDelete(row)
  return (
    <WithDoctor key={id} doctorId={id} title={titles[dialog ?? '']} onMissing={close}>
      {({ doctor, reload }) => {
        const { _id, userAccount } = doctor
        if (dialog === 'edit')
          return (
            <DoctorEditDialog
              doctor={doctor}
              reload={reload}
              onSaved={changed}
              onDeactivate={() => open('deactivate', _id)}
              onClose={close}
            />
          )
        if (dialog === 'presence') return <PresenceDialog doctor={doctor} onClose={close} />
        if (dialog === 'deactivate')
          return (
            <LeavingDoctorDialog
              doctor={{ _id, userId: userAccount._id, fullName: userAccount.fullName }}
              onDone={changed}
              onClose={close}
            />
          )
        return dialog === 'delete' ? askToDelete(doctor) : null
      }}
    </WithDoctor>
  )
}
