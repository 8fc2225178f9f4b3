import type { Refusal } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { dismissRefusal, refusalsOptions, systemKeys } from './system.queries.ts'

const nobody = 'an unknown sender'

const senderOf = ({ callingAeTitle, labName }: Refusal) =>
  callingAeTitle === null ? nobody : labName === null ? callingAeTitle : `${callingAeTitle} (${labName})`

function DismissButton({ refusal }: { refusal: Refusal }) {
  const { start, isBusy } = useChange({
    change: () => dismissRefusal(refusal._id),
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    invalidates: [systemKeys.all],
  })
  return (
    <Button
      className="max-lg:h-11"
      disabled={isBusy}
      onClick={() => start()}
      aria-label={`Dismiss study ${refusal.studyInstanceUid}`}
    >
      Dismiss
    </Button>
  )
}

function Item({ refusal }: { refusal: Refusal }) {
  const { studyInstanceUid, images, reason, firstAt, lastAt } = refusal
  const [first, last] = [formatInstant(firstAt).text, formatInstant(lastAt).text]
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-80">
        <span className="block font-medium">
          {plural(images, 'image')} from {senderOf(refusal)}
        </span>
        <span className="block text-text-2">{reason} Send them again.</span>
        <span className="num block text-xs text-text-2">{first === last ? last : `${first} to ${last}`}</span>
        <span className="num block text-xs break-all text-text-3">Study {studyInstanceUid}</span>
      </div>
      <DismissButton refusal={refusal} />
    </li>
  )
}

/** Lists images that the archive refused and has not received since. */
export function Refused() {
  const { data, error } = useQuery(refusalsOptions)
  if (!data) return error ? <FormMessage tone="error">The list could not be loaded.</FormMessage> : <Loading />
  if (data.totalRecords === 0) return <p className="text-text-2">No rejected images outstanding.</p>
  const hidden = data.totalRecords - data.data.length
  return (
    <>
      <ul aria-label="Rejected images" className="divide-y divide-line border-y border-line">
        {data.data.map((refusal) => (
          <Item key={refusal._id} refusal={refusal} />
        ))}
      </ul>
      {hidden > 0 && <p className="mt-2 text-text-2">{plural(hidden, 'older entry', 'older entries')} not shown.</p>}
    </>
  )
}
