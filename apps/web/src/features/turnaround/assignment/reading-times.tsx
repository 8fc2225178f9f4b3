import { bodyRegionNames } from '@readroom/contracts/studies/body-regions'
import { type ExpectedTime, longestReading } from '@readroom/contracts/turnaround/reading-times'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { ColumnHead, cell, tableClass } from '../workload/workload-table.tsx'
import { readingTimesOptions, setReadingTime } from './assignment.queries.ts'

/** Returns the regions of a row in words, or null for one of the whole modality. */
function regionWords({ bodyRegions }: ExpectedTime): string | null {
  if (bodyRegions === null) return null
  return bodyRegions.length === 0 ? 'Region not known' : bodyRegions.map((region) => bodyRegionNames[region]).join(', ')
}

const learntWords = ({ learnt, minutes, set }: ExpectedTime): string => {
  if (learnt !== null) return `${learnt.minutes} min, from ${plural(learnt.readings, 'reading')}`
  return set === null ? `${minutes} min, from the start` : 'Not learnt yet'
}

function Row({ time }: { time: ExpectedTime }) {
  const { modality, bodyRegions, set } = time
  const saved = set === null ? '' : String(set)
  const [typed, setTyped] = useState(saved)
  const { start, isBusy } = useChange({
    change: (minutes: number | null) => setReadingTime({ modality, bodyRegions, minutes }),
    done: ({ message }) => message,
    failed: 'The minutes could not be saved. Please try again.',
    invalidates: [readingTimesOptions.queryKey],
  })
  const regions = regionWords(time)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== saved) start(typed === '' ? null : Number(typed))
  }
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} text-left font-medium`}>
        {regions === null ? modality : <span className="pl-4 font-normal wrap-anywhere">{`${modality} ${regions}`}</span>}
      </th>
      <td className={`${cell} num text-text-2`}>{learntWords(time)}</td>
      <td className={cell}>
        <form onSubmit={save} className="flex flex-wrap items-center gap-2">
          <input
            aria-label={`Minutes of ${regions === null ? modality : `${modality} ${regions}`}`}
            type="number"
            min={1}
            max={longestReading}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="form-control num h-7 w-18 rounded-sm border border-line-strong bg-surface px-2 max-lg:h-11"
          />
          {typed !== saved && (
            <Button type="submit" className="max-lg:h-11" disabled={isBusy}>
              {typed === '' ? 'Remove' : 'Save'}
            </Button>
          )}
        </form>
      </td>
    </tr>
  )
}

/** Lists how many minutes studies are expected to take. An administrator can set others. */
export function ReadingTimes() {
  const { data, error } = useQuery(readingTimesOptions)
  if (error) return <FormMessage tone="error">{messageOf(error, 'Expected minutes could not be loaded.')}</FormMessage>
  if (!data) return <Loading />
  const { times, doctors } = data
  return (
    <>
      <table aria-label="Expected minutes" className={tableClass}>
        <thead>
          <tr className="border-b border-line text-xs text-text-2">
            <ColumnHead>Studies</ColumnHead>
            <ColumnHead>Learnt</ColumnHead>
            <ColumnHead>Set instead</ColumnHead>
          </tr>
        </thead>
        <tbody>
          {times.map((time) => (
            <Row key={`${time.modality} ${time.bodyRegions?.join() ?? '*'}`} time={time} />
          ))}
        </tbody>
      </table>
      {doctors > 0 && (
        <p className="text-sm text-text-2">
          For {plural(doctors, 'doctor')} the minutes of their own readings count, only to say when they would read a study. Those
          are shown to nobody.
        </p>
      )}
    </>
  )
}
