import { FormCheck, FormField, FormText } from '../../../components/form/form-field.tsx'
import { DaysField } from './days-field.tsx'
import type { DoctorEditFields, DoctorFields } from './doctor-fields.ts'
import { SignatureField } from './signature-field.tsx'

/** Shows a part of a doctor's form, shared by registration and the edit dialog. */
export function AccountSection({ emailHint }: { emailHint?: string }) {
  return (
    <>
      <FormField<DoctorFields> name="fullName" label="Full name" required />
      <fieldset className="grid gap-4 sm:grid-cols-2">
        <legend className="mb-2 text-xs text-text-3">Parts of the name, for the systems that receive reports</legend>
        <FormField<DoctorFields> name="familyName" label="Family name" />
        <FormField<DoctorFields> name="givenName" label="Given name" />
        <FormField<DoctorFields> name="middleName" label="Middle name" />
        <FormField<DoctorFields> name="namePrefix" label="Name prefix" />
        <FormField<DoctorFields> name="nameSuffix" label="Name suffix" />
      </fieldset>
      <FormField<DoctorFields> name="email" label="Email" type="email" required {...(emailHint && { hint: emailHint })} />
      <FormField<DoctorFields> name="username" label="Username" required />
    </>
  )
}

export function ProfessionSection() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<DoctorFields> name="specialization" label="Specialization" required />
        <FormField<DoctorFields> name="licenseNumber" label="License number" required />
        <FormField<DoctorFields> name="department" label="Department" />
        <FormField<DoctorFields> name="yearsOfExperience" label="Years of experience" inputMode="numeric" maxLength={2} />
      </div>
      <FormField<DoctorFields> name="qualifications" label="Qualifications" placeholder="MD, FRCR" hint="Separated by commas." />
      <FormField<DoctorFields> name="contactPhoneOffice" label="Office phone" type="tel" />
    </>
  )
}

export function ProfileActive({ label }: { label: string }) {
  return <FormCheck<DoctorFields> name="isActiveProfile" label={label} hint="Only active doctors can be assigned studies." />
}

export function AccountActive() {
  return <FormCheck<DoctorEditFields> name="isActive" label="Account Active" hint="If off, the doctor cannot sign in." />
}

/** Shows the texts and days of the profile that the doctor may change, too. */
export function ProfileSection() {
  return (
    <>
      <FormText<DoctorFields> name="biography" label="Biography" />
      <FormField<DoctorFields> name="languages" label="Languages" placeholder="English, Hindi" hint="Separated by commas." />
      <DaysField />
    </>
  )
}

export function AdditionalSection() {
  return (
    <>
      <ProfileSection />
      <SignatureField />
      <ProfileActive label="Profile active" />
    </>
  )
}
