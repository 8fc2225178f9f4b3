import type { ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { destinationsOptions } from './deliveries.queries.ts'
import { useDeliveriesUrl } from './deliveries-url.ts'
import { DeliveryList } from './delivery-list.tsx'
import { destinationStateLabels, settingsKindLabels } from './delivery-words.ts'
import { DestinationDialog } from './destination-dialog.tsx'
import { LastAnswer } from './last-answer.tsx'
import { TestDestinationAction } from './test-destination-action.tsx'

const columns: readonly ListColumn<ResultDestination>[] = [
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
  { label: 'Kind', className: 'w-32', cell: ({ settings }) => settingsKindLabels[settings.kind] },
  { label: 'State', className: 'w-44', cell: ({ state }) => destinationStateLabels[state] },
  {
    label: 'Unsent',
    className: 'w-24',
    cell: ({ unsent, overdue }) => (
      <>
        <span className="num">{unsent}</span>
        {overdue > 0 && <span className="num block text-xs font-semibold text-red-fg">{overdue} overdue</span>}
      </>
    ),
  },
  {
    label: 'Last answer',
    className: 'w-56',
    cell: ({ lastAnswer }) => <LastAnswer lastAnswer={lastAnswer} />,
  },
]

/** Shows the systems of laboratories that receive reports, and what waits for them. */
export default function DeliveriesPage() {
  useTitle('Deliveries')
  const { url, change } = useDeliveriesUrl()
  const { data: destinations, error } = useQuery(destinationsOptions)
  const { data: labs } = useQuery(labChoiceOptions)
  const [edited, setEdited] = useState<{ destination: ResultDestination | null } | null>(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-294 px-5 py-6 lg:py-10">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="flex-1 text-xl font-semibold">Deliveries</h1>
          <Button look="primary" className="max-lg:h-11" disabled={!labs} onClick={() => setEdited({ destination: null })}>
            Add destination
          </Button>
        </div>
        <p className="mt-1 mb-6 max-w-180 text-text-2">
          Systems of laboratories that receive reports. Each report is sent once its signer can no longer recall it. Webhooks can
          also be told of studies, orders and merged patient IDs.
        </p>
        {!destinations &&
          (error ? (
            <FormMessage tone="error">The destinations could not be loaded.</FormMessage>
          ) : (
            <p role="status">Loading...</p>
          ))}
        {destinations?.length === 0 && (
          <p role="status">No destinations yet. Add one to send reports to a laboratory's system.</p>
        )}
        {destinations && destinations.length > 0 && (
          <ListTable
            label="Destinations"
            columns={columns}
            rows={destinations}
            keyOf={({ _id }) => _id}
            nameOf={({ name }) => name}
            actionsClass="w-52"
            stale={false}
            actions={(destination) => (
              <>
                <TestDestinationAction destinationId={destination._id} />
                <RowAction onClick={() => setEdited({ destination })}>Edit</RowAction>
              </>
            )}
          />
        )}
        <DeliveryList url={url} change={change} destinations={destinations ?? []} />
      </div>
      {edited && labs && <DestinationDialog destination={edited.destination} labs={labs} onClose={() => setEdited(null)} />}
    </main>
  )
}
