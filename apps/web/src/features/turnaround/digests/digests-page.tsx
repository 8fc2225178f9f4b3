import type { Digest } from '@readroom/contracts/turnaround/digests'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { sentWords } from '../../../lib/email-words.ts'
import { formatShortDay, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { DigestDialog } from './digest-dialog.tsx'
import { aboutWords, scheduleWords } from './digest-words.ts'
import { deleteDigest, digestsKey, digestsOptions, sendDigest } from './digests.queries.ts'

const columns: readonly ListColumn<Digest>[] = [
  {
    label: 'About',
    className: '',
    cell: (digest) => <Text value={aboutWords(digest)} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />,
  },
  { label: 'Sent', className: 'w-44', cell: scheduleWords },
  {
    label: 'To',
    className: 'w-52',
    cell: ({ recipients: [first = '', ...others] }) => (
      <Text value={others.length === 0 ? first : `${first} and ${plural(others.length, 'other')}`} />
    ),
  },
  { label: 'Next', className: 'w-36', cell: ({ nextAt }) => <span className="num">{formatShortDay(nextAt)}</span> },
  {
    label: 'Last',
    className: 'w-36',
    cell: ({ lastSentAt }) => (lastSentAt ? <span className="num">{formatShortDay(lastSentAt)}</span> : 'Not sent yet'),
  },
]

type Open = { kind: 'edit'; digest: Digest | null } | { kind: 'delete'; digest: Digest }

/** Shows the emails about turnaround times and workload. Administrators change them. */
export default function DigestsPage() {
  useTitle('Digests')
  const { data: digests, error } = useQuery(digestsOptions)
  const { data: labs, error: labsError } = useQuery(labChoiceOptions)
  const { data: groups, error: groupsError } = useQuery(doctorGroupsOptions)
  const [open, setOpen] = useState<Open | null>(null)
  const { start: send } = useChange({
    change: sendDigest,
    done: ({ address }) => sentWords('The digest', address),
    failed: 'The digest could not be sent. Please try again.',
  })
  const close = () => setOpen(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <h1 className="text-xl font-semibold">Digests</h1>
        <p className="mt-1 mb-6 max-w-180 text-text-2">
          Emails about turnaround times and open studies, on a schedule. They name no patient. Those about laboratories can go to
          addresses without an account, those about a group of doctors go to administrators.
        </p>
        <div className="flex items-center justify-end border-b border-line pb-2">
          <Button
            look="primary"
            className="max-lg:h-11"
            disabled={!labs || !groups}
            onClick={() => setOpen({ kind: 'edit', digest: null })}
          >
            Add digest
          </Button>
        </div>
        {labsError && !labs && <FormMessage tone="error">The laboratories could not be loaded.</FormMessage>}
        {groupsError && !groups && <FormMessage tone="error">The groups of doctors could not be loaded.</FormMessage>}
        {!digests && (error ? <FormMessage tone="error">The digests could not be loaded.</FormMessage> : <Loading />)}
        {digests?.length === 0 && (
          <p className="mt-3 text-text-2">No digests yet. Add one to send last week's figures each Monday.</p>
        )}
        {digests && digests.length > 0 && (
          <ListTable
            label="Digests"
            columns={columns}
            rows={digests}
            keyOf={({ _id }) => _id}
            nameOf={(digest) => `${aboutWords(digest)}, ${scheduleWords(digest)}`}
            actionsClass="w-48"
            stale={false}
            actions={(digest) => (
              <>
                <RowAction onClick={() => send(digest)}>Send to me</RowAction>
                <RowAction onClick={() => setOpen({ kind: 'edit', digest })}>Edit</RowAction>
                <RowAction destructive onClick={() => setOpen({ kind: 'delete', digest })}>
                  Delete
                </RowAction>
              </>
            )}
          />
        )}
      </div>
      {open?.kind === 'edit' && labs && groups && (
        <DigestDialog digest={open.digest} labs={labs} groups={groups} onClose={close} />
      )}
      {open?.kind === 'delete' && (
        <ConfirmChange
          title="Delete digest"
          action="Delete"
          change={() => deleteDigest(open.digest)}
          done={({ message }) => message}
          failed="The digest could not be deleted. Please try again."
          invalidates={[digestsKey]}
          onClose={close}
        >
          <p>No more emails are sent.</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{aboutWords(open.digest)}</bdi>
          </p>
        </ConfirmChange>
      )}
    </main>
  )
}
