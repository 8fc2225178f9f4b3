import type { OrderHistoryEntry } from '@readroom/contracts/orders/order-endpoints'
import { formatInstant } from '../../../lib/format.ts'
import { eventWords, fieldWord, valueWords } from './order-words.ts'

/** Shows what happened to an order, oldest first: who or what changed it, when, and what. */
export function OrderHistory({ history }: { history: readonly OrderHistoryEntry[] }) {
  return (
    <section aria-label="History">
      <h3 className="mb-1 font-semibold">History</h3>
      <ol className="grid gap-2">
        {history.map(({ event, at, by, reason, changes }) => (
          <li key={`${at} ${event}`}>
            <p className="flex flex-wrap gap-x-3">
              <span className="font-medium">{eventWords[event]}</span>
              <span className="num text-text-2">{formatInstant(at).text}</span>
              <bdi className="text-text-2">{by}</bdi>
            </p>
            {reason !== null && <p className="break-words whitespace-pre-line text-text-2">{reason}</p>}
            {changes.map(({ field, before, after }) => (
              <p key={field} className="text-sm break-words text-text-2">
                {fieldWord(field)}: <bdi>{valueWords(before)}</bdi> to <bdi>{valueWords(after)}</bdi>
              </p>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
