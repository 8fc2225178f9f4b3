import type { FhirClient } from '@readroom/contracts/fhir/fhir-clients'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { FhirClientDialog } from './fhir-client-dialog.tsx'
import { fhirClientsOptions, removeFhirClient, setFhirClientActive } from './fhir-clients.queries.ts'

const columns: readonly ListColumn<FhirClient>[] = [
  {
    label: 'Name',
    className: '',
    cell: ({ name, labName }) => (
      <>
        <Text value={name} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        <Text value={labName} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Client ID',
    className: 'w-80',
    cell: ({ _id, keyIds }) => (
      <>
        <span className="num block text-xs break-all whitespace-normal select-all">{_id}</span>
        <Text value={`Keys: ${keyIds.join(', ')}`} className="text-xs text-text-3" />
      </>
    ),
  },
  { label: 'State', className: 'w-24', cell: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
  {
    label: 'Last sign-in',
    className: 'w-44',
    cell: ({ lastUsedAt }) =>
      lastUsedAt ? <span className="num whitespace-nowrap">{formatInstant(lastUsedAt).text}</span> : 'None',
  },
]

function ClientActions({ client: { _id, isActive }, onDelete }: { client: FhirClient; onDelete: () => void }) {
  const { start, isBusy } = useChange({
    change: () => setFhirClientActive(_id, !isActive),
    done: ({ message }) => message,
    failed: 'The client could not be changed. Please try again.',
    invalidates: [fhirClientsOptions.queryKey],
  })
  return (
    <>
      <RowAction disabled={isBusy} onClick={() => start()}>
        {isActive ? 'Deactivate' : 'Activate'}
      </RowAction>
      <RowAction onClick={onDelete}>Delete</RowAction>
    </>
  )
}

/** Shows the systems of laboratories that read by FHIR. Administrators register, deactivate and delete them. */
export default function FhirClientsPage() {
  useTitle('FHIR')
  const { data, error } = useQuery(fhirClientsOptions)
  const { data: labs } = useQuery(labChoiceOptions)
  const [isRegistering, setIsRegistering] = useState(false)
  const [deleted, setDeleted] = useState<FhirClient | null>(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="flex-1 text-xl font-semibold">FHIR</h1>
          <Button look="primary" className="max-lg:h-11" disabled={!labs} onClick={() => setIsRegistering(true)}>
            Register client
          </Button>
        </div>
        <p className="mt-1 mb-6 max-w-180 text-text-2">
          Systems of laboratories that read patients, orders, studies, images and signed reports by FHIR R4, and make orders. The
          audit log has each read.
        </p>
        {!data &&
          (error ? <FormMessage tone="error">The clients could not be loaded.</FormMessage> : <p role="status">Loading...</p>)}
        {data && (
          <div className="mb-6 max-w-140">
            <Field label="Address of the API" hint="Systems find everything else from here, by SMART backend services.">
              {(control) => <input {...control} readOnly value={data.baseUrl} onFocus={({ target }) => target.select()} />}
            </Field>
          </div>
        )}
        {data?.clients.length === 0 && (
          <p role="status">No clients yet. Register one with its public keys to let a laboratory's system read.</p>
        )}
        {data && data.clients.length > 0 && (
          <ListTable
            label="FHIR clients"
            columns={columns}
            rows={data.clients}
            keyOf={({ _id }) => _id}
            nameOf={({ name }) => name}
            actionsClass="w-44"
            stale={false}
            actions={(client) => <ClientActions client={client} onDelete={() => setDeleted(client)} />}
          />
        )}
      </div>
      {isRegistering && labs && <FhirClientDialog labs={labs} onClose={() => setIsRegistering(false)} />}
      {deleted && (
        <ConfirmChange
          title="Delete this client?"
          action="Delete"
          change={() => removeFhirClient(deleted._id)}
          done={({ message }) => message}
          failed="The client could not be deleted. Please try again."
          invalidates={[fhirClientsOptions.queryKey]}
          onClose={() => setDeleted(null)}
        >
          <p>
            <bdi className="font-medium text-text">{deleted.name}</bdi> can no longer read. To let it read again, register it with
            a new client ID.
          </p>
        </ConfirmChange>
      )}
    </main>
  )
}
