import { type CriticalResult, criticalMethodLabels } from '@readroom/contracts/critical-results'
import { formatInstant } from '../../lib/format.ts'

function toldWords(times: number): string {
  if (times === 0) return 'has not been told yet'
  return times === 1 ? 'was told once' : `was told ${times} times`
}

/** The sentence that a report's section Communication can have. */
const communicated = ({ acknowledged, notified: { times } }: CriticalResult): string =>
  acknowledged
    ? `Communicated to ${acknowledged.name} on ${formatInstant(acknowledged.at).text}.`
    : `Not acknowledged yet; the laboratory ${toldWords(times)}.`

/** What was found, when it should be known, and who knows of it by now. */
export function CriticalFacts({ result }: { result: CriticalResult }) {
  return (
    <>
      <p className="break-words">
        <span className="font-semibold">Category {result.category}:</span> <bdi>{result.finding}</bdi>
      </p>
      <p className="num text-sm text-text-2">
        <bdi>{result.markedBy}</bdi>, {formatInstant(result.foundAt).text}, due {formatInstant(result.dueAt).text}
      </p>
      {result.told.map(({ name, telephone, method, by, at }) => (
        <p key={at + name} className="num text-sm break-words">
          <bdi>{name}</bdi>
          {telephone && (
            <>
              {' '}
              (<bdi>{telephone}</bdi>)
            </>
          )}{' '}
          told {criticalMethodLabels[method]} by <bdi>{by}</bdi>, {formatInstant(at).text}
        </p>
      ))}
      <p className="text-sm">{communicated(result)}</p>
    </>
  )
}
