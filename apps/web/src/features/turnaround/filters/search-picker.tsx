import { Check, ChevronDown, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Popover, PopoverClose } from '../../../components/ui/popover.tsx'
import { findsText } from '../../../lib/finds-text.ts'

type Choice = { value: string; label: string; hint?: string | undefined; count?: number | undefined }

type Props = {
  /** The name of the choice, for example Location. */
  name: string
  /** The label of the option without a filter, for example All Locations. */
  all: string
  /** The placeholder of the search field. */
  placeholder: string
  nothing: string
  icon: LucideIcon
  choices: readonly Choice[]
  /** Empty means all. */
  value: string
  onChoose: (value: string) => void
}

type OptionProps = Omit<Choice, 'value'> & { chosen: boolean; onChoose: () => void }

function Option({ label, hint, count, chosen, onChoose }: OptionProps) {
  return (
    <li>
      <PopoverClose asChild>
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className="flex min-h-7 w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm hover:bg-hover max-lg:min-h-11"
        >
          <span className="min-w-0 flex-1">
            <bdi className="break-words">{label}</bdi>
            {hint && <bdi className="block text-xs break-words text-text-3">{hint}</bdi>}
          </span>
          {count !== undefined && (
            <span className="num text-xs text-text-3">
              {count.toLocaleString('en-GB')} <span className="sr-only">{count === 1 ? 'study' : 'studies'}</span>
            </span>
          )}
          <Check size={14} className={`shrink-0 text-accent-text ${chosen ? '' : 'invisible'}`} aria-hidden />
        </button>
      </PopoverClose>
    </li>
  )
}

function Options({ name, all, placeholder, nothing, choices, value, onChoose }: Props) {
  const [text, setText] = useState('')
  const found = choices.filter(({ label, hint = '' }) => findsText(text, [label, hint]))
  return (
    <>
      <input
        type="text"
        aria-label={`Find ${name.toLowerCase()}`}
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="mb-1.5 h-7 w-full rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-[16px]"
      />
      <ul aria-label={`${name}s`}>
        {text.trim() === '' && <Option label={all} chosen={value === ''} onChoose={() => onChoose('')} />}
        {found.map((choice) => (
          <Option key={choice.value} {...choice} chosen={choice.value === value} onChoose={() => onChoose(choice.value)} />
        ))}
      </ul>
      {found.length === 0 && <p className="px-2 py-1 text-sm text-text-3">{nothing}</p>}
    </>
  )
}

/** Lets the user find one option by typing, or choose all. */
export function SearchPicker(props: Props) {
  const { name, all, icon: Icon, choices, value } = props
  const label = value === '' ? all : (choices.find((choice) => choice.value === value)?.label ?? `Chosen ${name.toLowerCase()}`)
  return (
    <Popover
      label={name}
      align="start"
      className="w-72 p-2"
      trigger={
        <button
          type="button"
          aria-label={`${name}: ${label}`}
          className="flex h-7 w-42 min-w-0 items-center gap-2 rounded-sm border border-line-strong bg-surface px-2.5 text-sm hover:bg-hover max-lg:h-11 max-lg:w-full"
        >
          <Icon size={14} className="shrink-0 text-icon" aria-hidden />
          <bdi className="min-w-0 flex-1 truncate text-left">{label}</bdi>
          <ChevronDown size={13} className="shrink-0 text-icon" aria-hidden />
        </button>
      }
    >
      <Options {...props} />
    </Popover>
  )
}
