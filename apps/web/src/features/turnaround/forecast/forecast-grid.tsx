import type { Forecast, LabForecast } from '@readroom/contracts/turnaround/workload'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { cell, tableClass } from '../workload/workload-table.tsx'
import { hourWords, inTimeWords, labWords, lateWords, readersOn } from './forecast-words.ts'

const timeOf = (hour: string) => formatInstant(hour).time

function HourCell({ hour, names }: { hour: LabForecast['hours'][number]; names: readonly string[] }) {
  const { open, late } = hour
  const isAlone = names.length === 0 && open > 0
  return (
    <td
      data-tip={`${hourWords(hour, names)}${names.length > 0 ? `: ${names.join(', ')}` : ''}`}
      className={cx('num border-l border-line p-0.5 text-center text-sm', isAlone && 'bg-orange-wash', late > 0 && 'bg-red-wash')}
    >
      <span aria-hidden className={cx('block', open === 0 && 'text-text-3')}>
        {open}
      </span>
      <span aria-hidden className="block min-h-5 font-semibold text-red-fg">
        {late > 0 && late}
      </span>
      <span aria-hidden className={cx('block text-xs', isAlone ? 'font-medium text-orange-fg' : 'text-text-3')}>
        {names.length}
      </span>
      <span className="sr-only">{hourWords(hour, names)}</span>
    </td>
  )
}

/** Shows each laboratory hour by hour: the studies that are open at the end, those that become late, and how many doctors are on. */
export function ForecastGrid({ forecast }: { forecast: Forecast }) {
  const { hours, labs } = forecast
  return (
    <table aria-label="Next 24 hours of laboratories" className={cx(tableClass, 'table-fixed max-lg:hidden')}>
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          <th scope="col" className={cx(cell, 'w-40 text-left font-medium')}>
            Laboratory
          </th>
          {hours.map((hour) => (
            <th
              key={hour}
              scope="col"
              aria-label={timeOf(hour)}
              className="num border-l border-line py-2 text-center font-medium"
            >
              {timeOf(hour).slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labs.map((lab) => (
          <tr key={lab.labId} className="border-b border-line last:border-0">
            <th scope="row" className={cx(cell, 'text-left font-medium')}>
              <bdi className="block wrap-anywhere">{lab.name ?? 'No laboratory'}</bdi>
            </th>
            {lab.hours.map((hour, place) => (
              <HourCell key={hours[place]} hour={hour} names={readersOn(forecast, lab.labId, hours[place] ?? '')} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lists the laboratories for narrow screens, each with the hours that need somebody. */
export function ForecastList({ forecast }: { forecast: Forecast }) {
  const { hours, labs } = forecast
  return (
    <ul aria-label="Laboratories in the next 24 hours" className="divide-y divide-line border-y border-line lg:hidden">
      {labs.map((lab) => {
        const needed = lab.hours.flatMap((hour, place) => {
          const names = readersOn(forecast, lab.labId, hours[place] ?? '')
          return hour.late > 0 || (names.length === 0 && hour.open > 0) ? [{ at: hours[place] ?? '', hour, names }] : []
        })
        return (
          <li key={lab.labId} className="py-2">
            <p className="font-medium">
              <bdi className="break-words">{lab.name === null ? 'No laboratory' : labWords(lab.name)}</bdi>
            </p>
            <p className="text-sm text-text-2">{lateWords(lab, hours) ?? inTimeWords([lab])}</p>
            {needed.length > 0 && (
              <details>
                <summary className="flex min-h-11 items-center text-sm font-medium text-accent-text">
                  Hours to look at ({needed.length})
                </summary>
                <ul className="grid gap-1 pb-2 text-sm">
                  {needed.map(({ at, hour, names }) => (
                    <li key={at} className="num flex gap-3">
                      <span className="font-medium">{timeOf(at)}</span>
                      <span className={cx(hour.late > 0 && 'text-red-fg')}>{hourWords(hour, names)}</span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        )
      })}
    </ul>
  )
}
