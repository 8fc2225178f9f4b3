import { type DoctorProfile, doctorEndpoints } from '@readroom/contracts/people/doctors'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { EditDialog } from '../../../components/form/edit-dialog.tsx'
import { api } from '../../../lib/api/api.ts'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import {
  accountFields,
  type DoctorEditFields,
  DoctorTexts,
  doctorMissing,
  ownFields,
  professionFields,
  professionRequired,
  readsFields,
  toDoctorFields,
  toParts,
} from './doctor-fields.ts'
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

const resolver = createResolver<DoctorEditFields>(DoctorTexts, [
  ...accountFields,
  ...professionFields,
  ...ownFields,
  ...readsFields,
])
const required = [...accountFields, ...professionRequired]

export function DoctorEditDialog({ doctor, reload, onSaved, onDeactivate, onClose }: Props) {
  const isLeaving = useRef(false)
  const form = useForm<DoctorEditFields>({ defaultValues: toDoctorFields(doctor), resolver, reValidateMode: 'onSubmit' })
  return (
    <EditDialog
      title="Edit Doctor"
      header={<bdi className="block text-xl font-semibold break-words">{doctor.userAccount.fullName}</bdi>}
      form={form}
      action="Update Doctor"
      required={required}
      missing={doctorMissing}
      save={async (values) => {
        const { isActive: wasActive } = doctor.userAccount
        const fields = toParts({ ...values, isActive: wasActive || values.isActive })
        await api.upload(doctorEndpoints.update, { params: { doctorId: doctor._id } }, fields)
        isLeaving.current = wasActive && !values.isActive
        onSaved()
      }}
      saved="Doctor updated successfully"
      failed="Failed to update doctor"
      fieldsOfCodes={doctorFieldsOfCodes}
      onReload={async () => {
        const current = await reload()
        if (current) form.reset(toDoctorFields(current))
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
    </EditDialog>
  )
}
