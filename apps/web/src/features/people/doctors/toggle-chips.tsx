import { useId } from 'react'
import { cx } from '../../../lib/cx.ts'

type Props<T extends string> = {
  label: string
  options: readonly { value: T; label: string }[]
  value: readonly T[]
  onChange: (chosen: T[]) => void
  hint?: string
}

/** Shows options as a row of chips. Each can be on or off. */
export function ToggleChips<T extends string>({ label, options, value, onChange, hint }: Props<T>) {
  const id = useId()
  const toggled = (option: T) =>
    options.map((other) => other.value).filter((other) => value.includes(other) !== (other === option))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as a row of chips in every browser
    <div role="group" aria-labelledby={id} aria-describedby={hint && `${id}-hint`}>
      <p id={id} className="mb-1 text-xs font-medium text-text-2">
        {label}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => {
          const on = value.includes(option.value)
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={on}
              onClick={() => onChange(toggled(option.value))}
              className={cx(
                'h-8 rounded-full border px-3 text-sm font-medium max-lg:h-11',
                on
                  ? 'border-accent bg-accent-wash text-accent-text hover:bg-accent-wash-hover'
                  : 'border-line-strong text-text-2 hover:bg-hover hover:text-text',
              )}
            >
              {option.label}
            </button>
          )
        })}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-text-3">
          {hint}
        </p>
      )}
    </div>
  )
}
