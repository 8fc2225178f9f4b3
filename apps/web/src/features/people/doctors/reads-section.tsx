import { bodyRegionNames, bodyRegions } from '@readroom/contracts/studies/body-regions'
import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { FormField } from '../../../components/form/form-field.tsx'
import { LabsChoice } from '../../../components/form/labs-choice.tsx'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import type { DoctorFields } from './doctor-fields.ts'
import { ToggleChips } from './toggle-chips.tsx'

const regionOptions = bodyRegions.map((region) => ({ value: region, label: bodyRegionNames[region] }))

/** Lets the administrator choose the laboratories that the doctor reads for. */
function LabsField() {
  const { field, fieldState } = useController<DoctorFields, 'readsLabIds'>({ name: 'readsLabIds' })
  const { data: labs = [], error } = useQuery(labChoiceOptions)
  const note = fieldState.error?.message ?? (error ? 'The laboratories could not be loaded.' : undefined)
  return <LabsChoice ref={field.ref} labs={labs} value={field.value} onChange={field.onChange} error={note} />
}

/** Lets the administrator choose the regions of the body that the doctor reads. */
function BodyRegionsField() {
  const { field } = useController<DoctorFields, 'readsBodyRegions'>({ name: 'readsBodyRegions' })
  return (
    <ToggleChips
      label="Body regions"
      options={regionOptions}
      value={field.value}
      onChange={field.onChange}
      hint="None chosen means all."
    />
  )
}

/** Lets the administrator type the last day of the license. */
function LicenseField() {
  const { field, fieldState } = useController<DoctorFields, 'licenseExpiresOn'>({ name: 'licenseExpiresOn' })
  return (
    <Field label="License expires on" error={fieldState.error?.message} hint="The last day on which it is valid.">
      {({ className: _look, ...control }) => (
        <DayInput
          {...control}
          ref={field.ref}
          className="h-9 w-44 max-lg:h-11"
          value={field.value}
          onDay={field.onChange}
          onUnread={field.onChange}
        />
      )}
    </Field>
  )
}

/** Shows what a doctor reads. Doctors who cannot read a study are grey in the assign dialog, with the reason. */
export function ReadsSection() {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium">Reads</legend>
      <LabsField />
      <FormField<DoctorFields>
        name="readsModalities"
        label="Modalities"
        placeholder="CT, MR"
        hint="Separated by commas. Empty means all."
        upperCase
      />
      <BodyRegionsField />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<DoctorFields>
          name="openMinutesLimit"
          label="Limit of open work (minutes)"
          inputMode="numeric"
          maxLength={4}
          hint="Expected minutes to read. Empty means no limit."
        />
        <FormField<DoctorFields>
          name="workShare"
          label="Share of the work (percent)"
          inputMode="numeric"
          maxLength={3}
          hint="For automatic assignment, from 10 to 200. 50 gives half of a usual doctor's work."
        />
        <LicenseField />
      </div>
    </fieldset>
  )
}
