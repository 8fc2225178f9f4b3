import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import { type ImagingModality, imagingModalities } from '@readroom/contracts/studies/modalities'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { Field } from '../../../components/inputs/field.tsx'

type Choice<T extends string> = { value: T | null; label: string }

/** Every urgency, the highest first. */
export const urgencyChoices: readonly { value: Priority; label: string }[] = priorities
  .toReversed()
  .map((value) => ({ value, label: urgencyLabels[value] }))

export const modalityChoices: readonly Choice<ImagingModality>[] = imagingModalities.map((value) => ({ value, label: value }))

type Props<T extends string> = {
  label: string
  error?: string | undefined
  choices: readonly Choice<T>[]
  value: T | null
  onChange: (value: T | null) => void
}

/** Lets the user choose one of some values, or the one that stands for null. */
export function ChoiceField<T extends string>({ label, error, choices, value, onChange }: Props<T>) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(choices.find((one) => one.value === target.value)?.value ?? null)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value ?? ''}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
