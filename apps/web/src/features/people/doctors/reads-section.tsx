import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { FormField } from '../../../components/form/form-field.tsx'
import { CheckboxField } from '../../../components/ui/checkbox.tsx'
import { DayInput } from '../../../components/ui/day-input.tsx'
import { Field } from '../../../components/ui/field.tsx'
import type { DoctorEditFields } from './doctor-fields.ts'
import { readsLabsOptions } from './doctors.queries.ts'

const tickRow = 'flex min-w-0 items-center gap-x-2 max-lg:min-h-11'

/** Lets the administrator choose all laboratories, or some of them. */
function LabsField() {
  const { field, fieldState } = useController<DoctorEditFields, 'readsLabIds'>({ name: 'readsLabIds' })
  const { data: labs = [], error } = useQuery(readsLabsOptions)
  const id = useId()
  const chosen = field.value
  const toggle = (labId: string) =>
    field.onChange(chosen?.includes(labId) ? chosen.filter((one) => one !== labId) : [...(chosen ?? []), labId])
  const note = fieldState.error?.message ?? (error ? 'The laboratories could not be loaded.' : undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like the other fields in every browser
    <div role="group" aria-labelledby={id} aria-describedby={note && `${id}-note`}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        Laboratories
      </p>
      <CheckboxField
        ref={field.ref}
        checked={chosen === null}
        onChange={({ target }) => field.onChange(target.checked ? null : [])}
        labelClass={tickRow}
        label={<span>All laboratories</span>}
      />
      {chosen !== null && (
        <ul className="mt-1 max-h-48 overflow-y-auto rounded-sm border border-line px-3 py-2">
          {labs.map(({ value, label }) => (
            <li key={value}>
              <CheckboxField
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
                labelClass={tickRow}
                label={
                  <bdi data-full className="truncate">
                    {label}
                  </bdi>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {note && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-xs text-red-fg">
          {note}
        </p>
      )}
    </div>
  )
}

/** Lets the administrator type the last day of the license. */
function LicenseField() {
  const { field, fieldState } = useController<DoctorEditFields, 'licenseExpiresOn'>({ name: 'licenseExpiresOn' })
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
      <FormField<DoctorEditFields>
        name="readsModalities"
        label="Modalities"
        placeholder="CT, MR"
        hint="Separated by commas. Empty means all."
        upperCase
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<DoctorEditFields>
          name="openMinutesLimit"
          label="Limit of open work (minutes)"
          inputMode="numeric"
          maxLength={4}
          hint="Expected minutes to read. Empty means no limit."
        />
        <FormField<DoctorEditFields>
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
