import { bodyRegionNames, bodyRegions } from '@readroom/contracts/studies/body-regions'
import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { FormDay, FormField } from '../../../components/form/form-field.tsx'
import { FormLabs } from '../../../components/form/form-labs.tsx'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import type { DoctorFields } from './doctor-fields.ts'
import { ToggleChips } from './toggle-chips.tsx'

const regionOptions = bodyRegions.map((region) => ({ value: region, label: bodyRegionNames[region] }))

/** Lets the administrator choose the laboratories that the doctor reads for. */
function LabsField() {
  const { data: labs = [], error } = useQuery(labChoiceOptions)
  return (
    <FormLabs<DoctorFields> name="readsLabIds" labs={labs} note={error ? 'The laboratories could not be loaded.' : undefined} />
  )
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
        <FormDay<DoctorFields>
          name="licenseExpiresOn"
          label="License expires on"
          hint="The last day on which it is valid."
          className="w-44"
        />
      </div>
    </fieldset>
  )
}
