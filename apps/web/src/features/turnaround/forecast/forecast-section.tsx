import type { Forecast } from '@readroom/contracts/turnaround/workload'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { forecastOptions } from '../workload/workload.queries.ts'
import { ForecastGrid, ForecastList } from './forecast-grid.tsx'
import { gapCounts, gapWords, inTimeWords, lateWords, weekOf } from './forecast-words.ts'

function Sentences({ forecast }: { forecast: Forecast }) {
  const { gaps, labs, hours } = forecast
  const late = labs.flatMap((lab) => lateWords(lab, hours) ?? [])
  if (gaps.length + late.length === 0) return <p>{inTimeWords(labs)}</p>
  return (
    <ul aria-label="To look at" className="grid gap-1.5">
      {gaps.map((gap) => {
        const words = gapWords(gap, forecast)
        return (
          <li key={words}>
            <span className="font-medium break-words">{words}</span> <span className="num text-text-2">{gapCounts(gap)}.</span>{' '}
            <Link
              to={weekOf(gap)}
              aria-label={`Open the week: ${words}`}
              className="inline-flex items-center text-accent-text hover:underline max-lg:h-11"
            >
              Open the week
            </Link>
          </li>
        )
      })}
      {late.map((words) => (
        <li key={words} className="font-medium break-words text-red-fg">
          {words}
        </li>
      ))}
    </ul>
  )
}

/** Says what is expected of the next 24 hours: when nobody reads, and from when studies become late. */
export function ForecastSection() {
  const { data: forecast, error } = useQuery(forecastOptions)
  if (!forecast)
    return (
      <div className="min-h-24">
        {error ? <FormMessage tone="error">{messageOf(error, 'The forecast could not be loaded.')}</FormMessage> : <Loading />}
      </div>
    )
  if (forecast.labs.length === 0)
    return <p className="text-text-2">No study is open, and none is expected. Arrivals are known after a few weeks.</p>
  return (
    <div className="grid gap-3">
      <Sentences forecast={forecast} />
      <p className="text-sm text-text-2 max-lg:hidden">
        Each hour shows the studies that are open at its end, those that become late in it, in red, and how many doctors are on.
      </p>
      <ForecastGrid forecast={forecast} />
      <ForecastList forecast={forecast} />
    </div>
  )
}
