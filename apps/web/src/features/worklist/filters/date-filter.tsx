import type { DatePreset } from '@readroom/contracts/studies/study-filters'
import { useId } from 'react'
import { DayInput } from '../../../components/inputs/day-input.tsx'
import { cx } from '../../../lib/cx.ts'
import type { FilterProps } from '../rows/use-worklist-url.ts'
import { ChoiceSelect } from './choice-select.tsx'
import { dateTypeLabels, dateTypeOptions, presetLabels } from './filter-words.ts'

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
          'h-full px-2.5 text-sm whitespace-nowrap outline-offset-[-2px] last:rounded-r-[4px] @max-[1160px]/list:hidden',
          chosen ? 'bg-accent-wash font-medium text-accent-text' : 'text-text-2 hover:bg-hover hover:text-text',
        )}
      >
        {presetLabels[preset]}
      </button>
    )
  })
}

/** Filters by date: which date, and which days. Buttons on wide screens, a select otherwise. */
export function DateFilter({ url, change, presets }: Props) {
  const options = presets.map((preset) => [preset, presetLabels[preset]] as const)
  return (
    <fieldset
      aria-label="Dates"
      className="flex shrink-0 items-center @min-[1160px]/list:h-7 @min-[1160px]/list:rounded-sm @min-[1160px]/list:border @min-[1160px]/list:border-line-strong @min-[1160px]/list:bg-surface"
    >
      <DateTypeSelect
        url={url}
        change={change}
        className="h-full max-lg:hidden @max-[1160px]/list:mr-2 @min-[1160px]/list:[&>select]:h-full @min-[1160px]/list:[&>select]:rounded-r-none @min-[1160px]/list:[&>select]:border-y-0 @min-[1160px]/list:[&>select]:border-l-0"
      />
      <PresetButtons url={url} change={change} presets={presets} />
      <ChoiceSelect
        label="Date"
        className="w-36 max-lg:w-34 @min-[1160px]/list:hidden"
        value={url.date}
        options={options}
        onChoose={(date) => change({ date })}
      />
    </fieldset>
  )
}

type DayProps = { label: string; value: string; min: string; max: string; onDay: (day: string) => void }

function DayField({ label, ...field }: DayProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-1.5 text-sm text-text-2">
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} {...field} className="h-6 w-32 max-lg:h-11" />
    </span>
  )
}

/** Shows the days of a custom range, both included. Either may be empty. */
export function DateRange({ url, change }: FilterProps) {
  return (
    <fieldset aria-label={`${dateTypeLabels[url.dateType]} range`} className="flex flex-wrap items-center gap-3">
      <DayField label="From" value={url.from} min="" max={url.to} onDay={(from) => change({ from }, { replace: true })} />
      <DayField label="to" value={url.to} min={url.from} max="" onDay={(to) => change({ to }, { replace: true })} />
    </fieldset>
  )
}
