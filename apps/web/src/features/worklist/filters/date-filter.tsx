import type { DatePreset } from '@readroom/contracts/study-filters'
import { cx } from '../../../lib/cx.ts'
import { useDebouncedText } from '../../../lib/hooks/use-debounced.ts'
import type { FilterProps } from '../use-worklist-url.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { dateTypeLabels, dateTypeOptions, presetLabels } from './filter-words.ts'
import { searchPauseMs } from './search-box.tsx'

type Props = FilterProps & { presets: readonly DatePreset[] }

export function DateTypeSelect({ url, change, ...look }: FilterProps & { className?: string; named?: boolean }) {
  return (
    <ChoiceSelect
      label="Date type"
      {...look}
      value={url.dateType}
      options={dateTypeOptions}
      onChoose={(dateType) => change({ dateType })}
    />
  )
}

function PresetButtons({ url, change, presets }: Props) {
  return presets.map((preset) => {
    const chosen = url.date === preset
    return (
      <button
        key={preset}
        type="button"
        aria-pressed={chosen}
        onClick={() => change({ date: preset })}
        className={cx(
          'h-full px-2.5 text-sm whitespace-nowrap outline-offset-[-2px] last:rounded-r-[4px] max-xl:hidden',
          chosen ? 'bg-accent-wash font-medium text-accent-text' : 'text-text-2 hover:bg-hover hover:text-text',
        )}
      >
        {presetLabels[preset]}
      </button>
    )
  })
}

/** Which date, and which days: buttons where there is room for them. */
export function DateFilter({ url, change, presets }: Props) {
  const options = presets.map((preset) => [preset, presetLabels[preset]] as const)
  return (
    <fieldset
      aria-label="Dates"
      className="flex shrink-0 items-center xl:h-7 xl:rounded-sm xl:border xl:border-line-strong xl:bg-surface"
    >
      <DateTypeSelect
        url={url}
        change={change}
        className="h-full max-lg:hidden max-xl:mr-2 xl:[&>select]:h-full xl:[&>select]:rounded-r-none xl:[&>select]:border-y-0 xl:[&>select]:border-l-0"
      />
      <PresetButtons url={url} change={change} presets={presets} />
      <ChoiceSelect
        label="Date"
        className="w-36 max-lg:w-34 xl:hidden"
        value={url.date}
        options={options}
        onChoose={(date) => change({ date })}
      />
    </fieldset>
  )
}

type DayProps = { label: string; value: string; min: string; max: string; onDay: (day: string) => void }

function DayField({ label, value, min, max, onDay }: DayProps) {
  const [day, setDay] = useDebouncedText(value, searchPauseMs, onDay)
  return (
    <label className="flex items-center gap-1.5 text-sm text-text-2">
      {label}
      <input
        type="date"
        value={day}
        min={min}
        max={max}
        onChange={(event) => setDay(event.target.value)}
        className="num h-6 rounded-sm border border-line-strong bg-surface px-1.5 text-sm text-text max-lg:h-11"
      />
    </label>
  )
}

/** The days of a custom range, both included; either may be left out. */
export function DateRange({ url, change }: FilterProps) {
  return (
    <fieldset aria-label={`${dateTypeLabels[url.dateType]} range`} className="flex flex-wrap items-center gap-3">
      <DayField label="From" value={url.from} min="" max={url.to} onDay={(from) => change({ from }, { replace: true })} />
      <DayField label="to" value={url.to} min={url.from} max="" onDay={(to) => change({ to }, { replace: true })} />
    </fieldset>
  )
}
