import { FormCheck, FormField, FormText } from '../../components/form/form-field.tsx'
import { AeTitlesField } from './ae-titles-field.tsx'
import type { LabFields, NewLabFields } from './lab-fields.ts'

/** Parts of a laboratory's form, for the registration and the edit dialog. */
export function InfoSection() {
  return (
    <>
      <FormField<LabFields> name="name" label="Laboratory name" required maxLength={200} />
      <div className="grid gap-4 sm:grid-cols-[5fr_7fr]">
        <FormField<LabFields>
          name="identifier"
          label="Identifier"
          required
          upperCase
          maxLength={16}
          hint="Short and unique, in capitals."
        />
        <AeTitlesField />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<LabFields> name="contactPerson" label="Contact person" />
        <FormField<LabFields> name="contactPhone" label="Contact phone" type="tel" />
      </div>
      <FormField<LabFields> name="contactEmail" label="Contact email" type="email" />
    </>
  )
}

export function AddressSection() {
  return (
    <>
      <FormField<LabFields> name="address.street" label="Street" />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<LabFields> name="address.city" label="City" />
        <FormField<LabFields> name="address.state" label="State" />
        <FormField<LabFields> name="address.zipCode" label="ZIP code" />
        <FormField<LabFields> name="address.country" label="Country" />
      </div>
    </>
  )
}

export function NotesSection() {
  return (
    <FormText<LabFields>
      name="notes"
      label="Notes"
      placeholder="Opening hours, PACS contact, anything the dispatch team should know"
    />
  )
}

/** How its reports reach a laboratory. */
export function DeliverySection() {
  return (
    <>
      <FormCheck<LabFields>
        name="mailOnReport"
        label="Mail when a report is final or amended"
        hint="To the contact email, without the patient's name."
      />
      <FormCheck<LabFields>
        name="preliminaryVisible"
        label="Preliminary reports visible"
        hint="The laboratory's staff read early results before the final report, marked as such."
      />
      <FormCheck<LabFields>
        name="archiveReports"
        label="Signed reports go to the image archive"
        hint="As a document of the study, so that it is read in the viewer beside the images."
      />
    </>
  )
}

export function ActiveSection({ label, hint }: { label: string; hint?: string }) {
  return <FormCheck<LabFields> name="isActive" label={label} {...(hint && { hint })} />
}

export function StaffSection() {
  return (
    <>
      <FormField<NewLabFields> name="staffFullName" label="Staff full name" required />
      <FormField<NewLabFields>
        name="staffEmail"
        label="Staff email"
        type="email"
        required
        hint="A generated password is sent to this address."
      />
      <FormField<NewLabFields> name="staffUsername" label="Staff username" required />
    </>
  )
}
