import { FormCheck, FormField, FormText } from '../../../components/form/form-field.tsx'
import { AeTitlesField } from './ae-titles-field.tsx'
import type { LabFields, NewLabFields } from './lab-fields.ts'

/** Shows a part of a laboratory's form, shared by registration and the edit dialog. */
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
          hint="Unique, at most 16 characters, in capitals."
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

/** Shows the settings for the delivery of reports to the laboratory. */
export function DeliverySection() {
  return (
    <>
      <FormCheck<LabFields>
        name="mailOnReport"
        label="Email when a report is final or amended"
        hint="To the contact email, without the patient's name."
      />
      <FormCheck<LabFields>
        name="preliminaryVisible"
        label="Preliminary reports visible"
        hint="Laboratory staff can read preliminary results before the final report."
      />
      <FormCheck<LabFields>
        name="archiveReports"
        label="Send signed reports to the image archive"
        hint="The report becomes a document of the study and opens in the viewer beside the images."
      />
      <FormCheck<LabFields>
        name="everySeriesDisplayed"
        label="Require every series to be displayed"
        hint="Reports cannot be signed until all series were displayed. If off, the signer is only asked to confirm."
      />
      <FormCheck<LabFields>
        name="sharePinRequired"
        label="Require a PIN for shared links"
        hint="New links to this laboratory's images need six digits to open. Report emails carry no image links."
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
