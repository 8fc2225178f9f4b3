import type { Refusal } from '@readroom/contracts/system'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { formatInstant, plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { dismissRefusal, refusalsOptions, systemKeys } from './system.queries.ts'

const nobody = 'nobody known'

const senderOf = ({ callingAeTitle, labName }: Refusal) =>
  callingAeTitle === null ? nobody : labName === null ? callingAeTitle : `${callingAeTitle} (${labName})`

function DismissButton({ refusal }: { refusal: Refusal }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const dismiss = async () => {
    setBusy(true)
    try {
      notify.success((await dismissRefusal(refusal._id)).message)
    } catch (error) {
      notify.error(messageOf(error, 'This could not be done. Please try again.'))
    }
    await client.invalidateQueries({ queryKey: systemKeys.all })
    setBusy(false)
  }
  return (
    <Button
      className="max-lg:h-11"
      disabled={busy}
      onClick={() => void dismiss()}
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
        <span className="block text-text-2">{reason} Have them sent again.</span>
        <span className="num block text-xs text-text-2">{first === last ? last : `${first} to ${last}`}</span>
        <span className="num block text-xs break-all text-text-3">Study {studyInstanceUid}</span>
      </div>
      <DismissButton refusal={refusal} />
    </li>
  )
}

/** What the archive refused and has not got since. */
export function Refused() {
  const { data, error } = useQuery(refusalsOptions)
  if (!data) return error ? <FormMessage tone="error">The list could not be read.</FormMessage> : <p>Loading...</p>
  if (data.totalRecords === 0) return <p className="text-text-2">No image was refused that has not come since.</p>
  const hidden = data.totalRecords - data.data.length
  return (
    <>
      <ul aria-label="Images refused" className="divide-y divide-line border-y border-line">
        {data.data.map((refusal) => (
          <Item key={refusal._id} refusal={refusal} />
        ))}
      </ul>
      {hidden > 0 && <p className="mt-2 text-text-2">{plural(hidden, 'older entry', 'older entries')} not shown.</p>}
    </>
  )
}
