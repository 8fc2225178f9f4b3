import { type ReactNode, useEffect, useEffectEvent, useId } from 'react'
import { useDebouncedText } from '../../../lib/hooks/use-debounced.ts'
import { searchPauseMs } from './search-box.tsx'

export const tickClass = 'flex h-7 min-w-0 items-center gap-2.5 rounded-sm text-sm max-lg:h-11'

/** Returns the list with a value added or removed. */
export function toggled<T>(values: readonly T[], value: T, on: boolean): T[] {
  const others = values.filter((other) => other !== value)
  return on ? [...others, value] : others
}

/** Shows a group of choices in the panel, with its title. */
export function FilterGroup({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <fieldset className="mt-3 border-t border-line pt-2.5">
      <legend className="float-left mb-1 w-full text-xs font-medium text-text-2">{title}</legend>
      <div className={`clear-both grid gap-x-4 ${className}`}>{children}</div>
    </fieldset>
  )
}

type Props = { label: string; value: string; onSettled: (text: string) => void }

/** Shows a text filter that applies after a pause in typing, or when its panel closes. */
export function TextFilter({ label, value, onSettled }: Props) {
  const id = useId()
  const [text, setText, settle] = useDebouncedText(value, searchPauseMs, onSettled)
  const close = useEffectEvent(settle)
  useEffect(() => () => close(), [])
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-text-2">
        {label}
      </label>
      <input
        id={id}
        type="text"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-7 w-full rounded-sm border border-line-strong bg-surface px-2.5 text-sm max-lg:h-11 max-lg:text-[16px]"
      />
    </div>
  )
}
