import { X } from 'lucide-react'

type Chip<C> = { label: string; value: string; without: C }

/** Renders the active filters of a list, each with a button that removes it. `without` is the change that does so. */
export function FilterChips<C>({
  name,
  chips,
  change,
}: {
  name: string
  chips: readonly Chip<C>[]
  change: (without: C) => void
}) {
  return (
    <ul aria-label={name} className="contents">
      {chips.map(({ label, value, without }) => (
        <li key={label} className="flex h-6 max-w-full items-center rounded-sm bg-press pl-2 text-sm max-lg:h-11">
          <span className="mr-1.5 whitespace-nowrap text-text-2">{label}</span>
          <bdi className="min-w-0 truncate font-medium">{value}</bdi>
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => change(without)}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-icon hover:text-text max-lg:size-11"
          >
            <X size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}
