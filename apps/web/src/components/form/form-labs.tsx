import type { LocationOption } from '@readroom/contracts/people/locations'
import { useId } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { CheckboxField } from '../inputs/checkbox.tsx'
import { FieldError, useField } from './form-field.tsx'

const tickRow = 'flex min-w-0 items-center gap-x-2 max-lg:min-h-11'

type Props<T extends FieldValues> = { name: Path<T>; labs: readonly LocationOption[]; note?: string | undefined }

/** Lets the user choose all laboratories (null), or some of them. */
export function FormLabs<T extends FieldValues>({ name, labs, note }: Props<T>) {
  const id = useId()
  const { field, error = note, change } = useField<T>(name)
  const chosen: readonly string[] | null = field.value
  const toggle = (labId: string) => {
    const before = chosen ?? []
    change(before.includes(labId) ? before.filter((one) => one !== labId) : [...before, labId])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like the other fields in every browser
    <div role="group" aria-labelledby={id} aria-describedby={error && `${id}-note`}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        Laboratories
      </p>
      <CheckboxField
        ref={field.ref}
        checked={chosen === null}
        onChange={({ target }) => change(target.checked ? null : [])}
        labelClass={tickRow}
        label={<span>All laboratories</span>}
      />
      {chosen !== null && (
        <ul className="mt-1 max-h-48 overflow-y-auto rounded-sm border border-line px-3 py-2">
          {labs.map((lab) => (
            <li key={lab.value}>
              <CheckboxField
                checked={chosen.includes(lab.value)}
                onChange={() => toggle(lab.value)}
                labelClass={tickRow}
                label={
                  <bdi data-full className="truncate">
                    {lab.label}
                  </bdi>
                }
              />
            </li>
          ))}
        </ul>
      )}
      {error && <FieldError id={`${id}-note`}>{error}</FieldError>}
    </div>
  )
}
