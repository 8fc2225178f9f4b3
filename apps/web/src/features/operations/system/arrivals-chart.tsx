import { useQuery } from '@tanstack/react-query'
import { formatInstant, plural } from '../../../lib/format.ts'
import { intakeOptions } from './system.queries.ts'

const labelled = (index: number) => index % 6 === 0

/** Draws the studies that arrived in each of the last 24 hours. */
export function ArrivalsChart() {
  const { data } = useQuery(intakeOptions)
  if (!data) return null
  const most = Math.max(1, ...data.hours.map(({ studies }) => studies))
  const total = data.hours.reduce((sum, { studies }) => sum + studies, 0)
  return (
    <figure className="mt-4">
      <figcaption className="mb-2 flex justify-between gap-2">
        <span className="font-medium">Arrivals in the last 24 hours</span>
        <span className="num text-text-2">
          {plural(total, 'study', 'studies')}, at most {most === 1 && total === 0 ? 0 : most} an hour
        </span>
      </figcaption>
      <div aria-hidden className="flex h-12 items-end gap-0.5 border-b border-line-strong">
        {data.hours.map(({ at, studies }) => (
          <span
            key={at}
            data-tip={`${formatInstant(at).time}: ${plural(studies, 'study', 'studies')}`}
            className="min-h-px flex-1 rounded-t-xs bg-control"
            style={{ height: `${(100 * studies) / most}%` }}
          />
        ))}
      </div>
      <div aria-hidden className="num mt-1 flex text-xs text-text-2">
        {data.hours.map(
          ({ at }, index) =>
            labelled(index) && (
              <span key={at} className="flex-1">
                {formatInstant(at).time}
              </span>
            ),
        )}
      </div>
    </figure>
  )
}
