import { type DoctorProfile, doctorEndpoints } from '@readroom/contracts/people/doctors'
import { useRef } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import { DoctorForm, doctorMissing, toDoctorFields, toParts } from './doctor-fields.ts'
import { AccountActive, AccountSection, ProfessionSection, ProfileActive, ProfileSection } from './doctor-sections.tsx'
import { doctorFieldsOfCodes, signatureOptions } from './doctors.queries.ts'
import { ReadsSection } from './reads-section.tsx'
import { CurrentSignature, SignatureField } from './signature-field.tsx'

type Props = {
  doctor: DoctorProfile
  reload: () => Promise<DoctorProfile | undefined>
  onSaved: () => void
  /** Called on close if the user deactivated the account. The save leaves it active, because the doctor's studies must be moved first. */
  onDeactivate: () => void
  onClose: () => void
}

export function DoctorEditDialog({ doctor, reload, onSaved, onDeactivate, onClose }: Props) {
  const isLeaving = useRef(false)
  const { isActive: wasActive } = doctor.userAccount
  return (
    <FormDialog
      title="Edit Doctor"
      header={<bdi className="block text-xl font-semibold break-words">{doctor.userAccount.fullName}</bdi>}
      width="max-w-[640px]"
      action="Update Doctor"
      busyLabel="Updating..."
      schema={DoctorForm}
      values={toDoctorFields(doctor)}
      missing={doctorMissing}
      change={(_read, typed) => {
        const parts = toParts({ ...typed, isActive: wasActive || typed.isActive })
        return api.upload(doctorEndpoints.update, { params: { doctorId: doctor._id } }, parts)
      }}
      done={() => 'Doctor updated successfully'}
      failed="Failed to update doctor"
      codes={doctorFieldsOfCodes}
      reload={async () => {
        const current = await reload()
        return current && toDoctorFields(current)
      }}
      onDone={(_answer, { isActive }) => {
        isLeaving.current = wasActive && !isActive
        onSaved()
      }}
      onClose={() => (isLeaving.current ? onDeactivate() : onClose())}
    >
      <AccountSection />
      <ProfessionSection />
      <ReadsSection />
      <ProfileSection />
      <SignatureField
        current={doctor.hasSignature && <CurrentSignature options={signatureOptions(doctor._id, doctor.version)} />}
      />
      <div className="grid gap-2">
        <AccountActive />
        <ProfileActive label="Profile Active" />
      </div>
    </FormDialog>
  )
}
