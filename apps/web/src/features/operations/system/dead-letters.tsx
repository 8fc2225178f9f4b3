import type { DeadLetter } from '@readroom/contracts/operations/dead-letters'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { deadLettersOptions, dismissDeadLetter, retryDeadLetter, systemKeys } from './system.queries.ts'

const sources: Record<DeadLetter['source'], string> = {
  outbox: 'Job not understood',
  job: 'Job failed',
  live: 'Message not understood',
}

type Decision = { letter: DeadLetter; act: (id: string) => Promise<{ message: string }> }

const useDecide = () =>
  useChange({
    change: ({ letter, act }: Decision) => act(letter._id),
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    invalidates: [systemKeys.all],
  })

type ItemProps = { letter: DeadLetter; busy: boolean; onRetry: () => void; onDismiss: () => void }

function Item({ letter, busy, onRetry, onDismiss }: ItemProps) {
  const { source, name, reason, times, firstAt, lastAt, canRetry } = letter
  const seen =
    times === 1 ? formatInstant(lastAt).text : `${times} times, ${formatInstant(firstAt).text} to ${formatInstant(lastAt).text}`
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-80">
        <span className="block font-medium">
          {sources[source]}: <span className="num">{name}</span>
        </span>
        <span className="block text-xs break-words text-text-3">{reason}</span>
        <span className="num block text-xs text-text-2">{seen}</span>
      </div>
      <div className="flex gap-2">
        {canRetry && (
          <Button className="max-lg:h-11" disabled={busy} onClick={onRetry} aria-label={`Retry ${name}`}>
            Retry
          </Button>
        )}
        <Button className="max-lg:h-11" disabled={busy} onClick={onDismiss} aria-label={`Dismiss ${name}`}>
          Dismiss
        </Button>
      </div>
    </li>
  )
}

type Props = { label: string; empty: string; isMail: boolean }

/** Lists jobs and messages that failed for good or that no program understood: either those that send email or all others. */
export function DeadLetters({ label, empty, isMail }: Props) {
  const { data, error } = useQuery(deadLettersOptions)
  const { start, isBusy } = useDecide()
  if (!data) return error ? <FormMessage tone="error">The list could not be loaded.</FormMessage> : <Loading />
  const letters = data.data.filter((letter) => letter.isMail === isMail)
  if (letters.length === 0) return <p className="text-text-2">{empty}</p>
  const hidden = data.totalRecords - data.data.length
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line border-y border-line">
        {letters.map((letter) => (
          <Item
            key={letter._id}
            letter={letter}
            busy={isBusy}
            onRetry={() => start({ letter, act: retryDeadLetter })}
            onDismiss={() => start({ letter, act: dismissDeadLetter })}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-2 text-text-2">{plural(hidden, 'older entry', 'older entries')} of emails and jobs not shown.</p>
      )}
    </>
  )
}
