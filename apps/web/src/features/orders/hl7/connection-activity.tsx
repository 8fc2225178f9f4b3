import type { Hl7Activity } from '@readroom/contracts/orders/hl7-endpoints'
import { useQuery } from '@tanstack/react-query'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { RefusedConnectionList } from '../../../components/ui/refused-connections.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { hl7ActivityOptions } from './hl7.queries.ts'
import { filledFieldLabel, messageStateLabels } from './hl7-words.ts'

/** Returns a duration in the unit that people would use: minutes below two hours, hours below two days, else days. */
function durationWords(minutes: number): string {
  if (minutes < 120) return plural(Math.max(1, Math.round(minutes)), 'minute')
  const hours = minutes / 60
  return hours < 48 ? plural(Math.round(hours), 'hour') : plural(Math.round(hours / 24), 'day')
}

function Results({ results, medianMinutes, slowMinutes }: Hl7Activity) {
  if (medianMinutes === null || slowMinutes === null) return <p>None of these orders has a final report yet.</p>
  return (
    <p>
      {plural(results, 'order has', 'orders have')} a final report: half within {durationWords(medianMinutes)} of the order, nine
      of ten within {durationWords(slowMinutes)}.
    </p>
  )
}

function Fields({ fields, taken }: Hl7Activity) {
  return (
    <ul aria-label="Filled fields" className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      {fields.map(({ field, count }) => (
        <li key={field} className="flex gap-2">
          <span className="min-w-0 flex-1 break-words">{filledFieldLabel(field)}</span>
          <span className="num text-text-2">{Math.round((100 * count) / taken)} %</span>
        </li>
      ))}
    </ul>
  )
}

function Figures({ activity }: { activity: Hl7Activity }) {
  const { messages, taken, since, states, fields, faults, withoutImages, ordersWithoutImages, refusals } = activity
  return (
    <>
      <p>
        {states.map(({ state, count }) => `${messageStateLabels[state]}: ${count.toLocaleString('en-GB')}`).join(' · ')}
        {since !== null && <span className="text-text-3"> · since {formatInstant(since).text}</span>}
      </p>
      {faults.length > 0 && (
        <ul aria-label="Faults" className="grid gap-1">
          {faults.map(({ text, count }) => (
            <li key={text} className="break-words">
              {text} <span className="text-text-3">{plural(count, 'message')}</span>
            </li>
          ))}
        </ul>
      )}
      {refusals.length > 0 && <RefusedConnectionList refused={refusals} />}
      {fields.length > 0 && (
        <details>
          <summary className="cursor-pointer py-1">Fields that {plural(taken, 'stored message')} filled</summary>
          <Fields {...activity} />
        </details>
      )}
      {withoutImages > 0 && (
        <p className="break-words">
          {plural(withoutImages, 'order has', 'orders have')} no images a day after their time:{' '}
          <bdi className="num">{ordersWithoutImages.map(({ number }) => number).join(', ')}</bdi>
          {withoutImages > ordersWithoutImages.length && ' and others'}
        </p>
      )}
      {messages > 0 && <Results {...activity} />}
    </>
  )
}

/** Shows what the newest messages of a connection filled and led to, and what was refused. */
export function ConnectionActivity({ connectionId }: { connectionId: string }) {
  const { data, error } = useQuery(hl7ActivityOptions(connectionId))
  return (
    <section aria-labelledby="connection-activity" className="grid gap-2 rounded-sm border border-line p-3 text-sm">
      <h3 id="connection-activity" className="text-md font-medium">
        {data && data.messages > 0 ? `Last ${plural(data.messages, 'message')}` : 'Messages'}
      </h3>
      {!data && (error ? <FormMessage tone="error">The figures could not be loaded.</FormMessage> : <Loading />)}
      {data?.messages === 0 && data.refusals.length === 0 && <p>No messages yet.</p>}
      {data && (data.messages > 0 || data.refusals.length > 0) && <Figures activity={data} />}
    </section>
  )
}
