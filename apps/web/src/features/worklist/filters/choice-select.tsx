import { Select } from '../../../components/inputs/select.tsx'

type Props<T extends string> = {
  label: string
  value: T
  /** The values with their labels, in order. */
  options: readonly (readonly [T, string])[]
  onChoose: (value: T) => void
  className?: string
  /** Shows the label above the select. */
  named?: boolean
}

/** Shows a select with a few named values. */
export function ChoiceSelect<T extends string>({ label, value, options, onChoose, className, named }: Props<T>) {
  const select = (
    <Select
      aria-label={label}
      className={className}
      value={value}
      onChange={(event) => onChoose(options.find(([name]) => name === event.target.value)?.[0] ?? value)}
    >
      {options.map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </Select>
  )
  if (!named) return select
  return (
    <div className="grid">
      <span aria-hidden className="mb-1 text-xs font-medium text-text-2">
        {label}
      </span>
      {select}
    </div>
  )
}
