import { type CriticalResult, criticalMethodLabels } from '@readroom/contracts/reports/critical-results'
import { formatInstant } from '../../lib/format.ts'

function toldWords(times: number): string {
  if (times === 0) return 'has not been notified yet'
  return times === 1 ? 'was notified once' : `was notified ${times} times`
}

/** Returns a sentence for the report's section Communication. */
const communicated = ({ acknowledged, notified: { times } }: CriticalResult): string =>
  acknowledged
    ? `Communicated to ${acknowledged.name} on ${formatInstant(acknowledged.at).text}.`
    : `Not acknowledged. The laboratory ${toldWords(times)}.`

/** Renders the finding, when it is due to be known, and who has been notified. */
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
