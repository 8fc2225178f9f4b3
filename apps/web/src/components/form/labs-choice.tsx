import type { LocationOption } from '@readroom/contracts/people/locations'
import { useId } from 'react'
import { CheckboxField } from '../inputs/checkbox.tsx'

const tickRow = 'flex min-w-0 items-center gap-x-2 max-lg:min-h-11'

type Props = {
  labs: readonly LocationOption[]
  /** Null: all. */
  value: readonly string[] | null
  onChange: (labIds: string[] | null) => void
  error?: string | undefined
  ref?: (element: HTMLInputElement | null) => void
}

/** Lets the user choose all laboratories, or some of them. */
export function LabsChoice({ labs, value, onChange, error, ref }: Props) {
  const id = useId()
  const toggle = (labId: string) => {
    const chosen = value ?? []
    onChange(chosen.includes(labId) ? chosen.filter((one) => one !== labId) : [...chosen, labId])
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out like the other fields in every browser
    <div role="group" aria-labelledby={id} aria-describedby={error && `${id}-note`}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        Laboratories
      </p>
      <CheckboxField
        {...(ref && { ref })}
        checked={value === null}
        onChange={({ target }) => onChange(target.checked ? null : [])}
        labelClass={tickRow}
        label={<span>All laboratories</span>}
      />
      {value !== null && (
        <ul className="mt-1 max-h-48 overflow-y-auto rounded-sm border border-line px-3 py-2">
          {labs.map((lab) => (
            <li key={lab.value}>
              <CheckboxField
                checked={value.includes(lab.value)}
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
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-xs text-red-fg">
          {error}
        </p>
      )}
    </div>
  )
}
