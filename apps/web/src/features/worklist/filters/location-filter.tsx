import type { LocationOption } from '@readroom/contracts/people/locations'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Popover, PopoverClose } from '../../../components/ui/popover.tsx'
import { cx } from '../../../lib/cx.ts'
import { findsText } from '../../../lib/finds-text.ts'
import type { FilterProps } from '../rows/use-worklist-url.ts'

type OptionProps = { label: string; code?: string; chosen: boolean; onChoose: () => void }

function Option({ label, code, chosen, onChoose }: OptionProps) {
  return (
    <li>
      <PopoverClose asChild>
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="flex min-h-7 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm hover:bg-hover max-lg:min-h-11"
        >
          <span className="min-w-0 flex-1 break-words">
            <bdi>{label}</bdi>
            {code && (
              <span className="num text-text-3">
                {' · '}
                <bdi>{code}</bdi>
              </span>
            )}
          </span>
          {chosen && <Check size={14} className="shrink-0 text-accent-text" aria-hidden />}
        </button>
      </PopoverClose>
    </li>
  )
}

function Options({ url, change, locations }: FilterProps & { locations: readonly LocationOption[] }) {
  const [text, setText] = useState('')
  const found = locations.filter(({ label, code }) => findsText(text, [label, code]))
  return (
    <>
      <input
        type="text"
        aria-label="Filter labs"
        placeholder="Filter labs..."
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-1.5 h-7 w-full rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-[16px]"
      />
      <ul>
        {text.trim() === '' && (
          <Option label="All locations" chosen={url.location.length === 0} onChoose={() => change({ location: [] })} />
        )}
        {found.map(({ value, label, code }) => (
          <Option
            key={value}
            label={label}
            code={code}
            chosen={url.location.includes(value)}
            onChoose={() => change({ location: [value] })}
          />
        ))}
      </ul>
      {found.length === 0 && <p className="px-2 py-1 text-sm text-text-3">No labs found</p>}
    </>
  )
}

type Props = FilterProps & { locations: readonly LocationOption[]; label: string; className?: string }

/** Filters by laboratory. */
export function LocationFilter({ label, className, ...props }: Props) {
  return (
    <Popover
      label="Location"
      align="start"
      className="w-70 p-2"
      trigger={
        <button
          type="button"
          aria-label={`Location: ${label}`}
          className={cx(
            'flex h-7 w-44 min-w-0 items-center gap-2 rounded-sm border border-line-strong bg-surface pr-2 pl-2.5 text-sm hover:bg-hover max-lg:h-11 max-lg:w-full',
            className,
          )}
        >
          <span className="min-w-0 flex-1 truncate text-left">{label}</span>
          <ChevronDown size={13} className="shrink-0 text-icon" aria-hidden />
        </button>
      }
    >
      <Options {...props} />
    </Popover>
  )
}
