import { type WaitingChange, waitingChangeEndpoints } from '@readroom/contracts/patients/sent-changes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Fact } from '../../../components/study/study-facts.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { api } from '../../../lib/api/api.ts'
import { formatDate, formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { mergePath, patientPath } from '../../../lib/paths.ts'
import { changeHeading } from './merge-words.ts'
import { receivedOptions } from './merges.queries.ts'
import { PagesNav } from './pages-nav.tsx'

function ChangeStudies({ change: { studies } }: { change: WaitingChange }) {
  if (studies.length === 0) return <p className="text-text-2">No images have arrived under these patient IDs.</p>
  return (
    <ul aria-label="Patients" className="grid gap-1">
      {studies.map(({ studyId, patientId, patientName }) => (
        <li key={studyId} className="break-words">
          <Link to={patientPath(patientId, studyId)} className="text-accent-text underline">
            <Fact value={patientName} /> ({patientId ?? 'N/A'})
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Returns the address where two patients of a change can be merged; null for an update or without images. */
function mergeAddress({ kind, patientId, previousId, studies }: WaitingChange): string | null {
  if (kind === 'update' || previousId === null) return null
  const kept = studies.find((study) => study.patientId === patientId)
  const [first] = studies
  if (kept) return mergePath(kept.studyId, previousId)
  return first ? mergePath(first.studyId, patientId) : null
}

function Change({ change }: { change: WaitingChange }) {
  const [isAsked, setIsAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => {
      const { id, receivedAt } = change
      return api.call(waitingChangeEndpoints.close, { params: { changeId: id }, body: { receivedAt } })
    },
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    onFailure: setError,
    invalidates: [identityReviewKeys.all],
  })
  const heading = changeHeading(change)
  const address = mergeAddress(change)
  return (
    <article aria-label={heading} className="grid gap-3 border-b border-line py-6">
      <header>
        <h2 className="text-lg font-semibold break-words">{heading}</h2>
        <p className="num text-sm break-words text-text-2">
          {change.laboratory}, {change.sender}, received {formatInstant(change.receivedAt).text}
        </p>
      </header>
      <p>{change.reason}</p>
      <dl className="grid grid-cols-[120px_1fr] gap-x-3 gap-y-1">
        <dt className="text-text-2">In the message</dt>
        <dd className="num min-w-0 font-medium break-words">
          <Fact
            value={
              [change.patientName, change.birthDate && formatDate(change.birthDate), change.sex].filter(Boolean).join(', ') ||
              null
            }
          />
        </dd>
      </dl>
      <ChangeStudies change={change} />
      {error && <FormMessage tone="error">{error}</FormMessage>}
      <div className="flex flex-wrap gap-2">
        {address !== null && (
          <ButtonLink to={address} className="max-lg:h-11">
            Compare patients
          </ButtonLink>
        )}
        <Button className="max-lg:h-11" onClick={() => setIsAsked(true)}>
          Remove from list
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Remove from list?"
          action="Remove from list"
          busy={isBusy}
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false)
            setError(null)
            start()
          }}
        >
          Changes no patient. The sender is not told. Remove the change once you have made it by hand, or if it is wrong.
        </ConfirmDialog>
      )}
    </article>
  )
}

/** Shows the changes that HL7 messages asked for and that wait for a person. */
export function ReceivedView() {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(receivedOptions(page))
  if (!data) return error ? <FormMessage tone="error">The received changes could not be loaded.</FormMessage> : <Loading />
  if (data.pagination.totalRecords === 0) {
    return (
      <p className="mt-4 text-text-2">
        No received changes. An HL7 message waits here if Readroom cannot tell whether its patients are the right ones.
      </p>
    )
  }
  return (
    <>
      {data.data.map((change) => (
        <Change key={`${change.id} ${change.receivedAt}`} change={change} />
      ))}
      <PagesNav pagination={data.pagination} onPage={setPage} />
    </>
  )
}
