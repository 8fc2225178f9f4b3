import type { UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { RowAction } from '../../../components/list/list-cells.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { tableOf } from './hl7-form.ts'
import { uncountedWords, unknownFieldLabels } from './hl7-words.ts'

type Props = { connection: Hl7Connection; onMap: (word: { field: UnknownField; value: string }) => void }

/** Shows the values that a connection does not know. The messages and orders that have them were stored. */
export function UnknownValues({ connection, onMap }: Props) {
  const { unknownValues } = connection
  if (unknownValues.length === 0) return null
  return (
    <section aria-labelledby="unknown-values" className="grid gap-2 rounded-sm border border-line p-3">
      <h3 id="unknown-values" className="font-medium">
        Unknown values
      </h3>
      <p className="text-xs text-text-3">
        Orders keep these values as they came. A mapped value applies to messages that come from then on.
      </p>
      <ul className="grid gap-1">
        {unknownValues.map(({ field, value, count, lastAt }) => (
          <li key={`${field} ${value}`} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 break-words">
              {unknownFieldLabels[field]} <bdi className="font-medium">{value || (uncountedWords[field] ?? '')}</bdi>
              <span className="block text-xs text-text-3">
                {plural(count, 'message', 'messages')}, last on {formatInstant(lastAt).text}
              </span>
            </span>
            {value !== '' && tableOf(field) !== null && (
              <RowAction onClick={() => onMap({ field, value })}>Map this value</RowAction>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
