import type { ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import { useQuery } from '@tanstack/react-query'
import { Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { destinationsOptions } from '../../reports/deliveries/deliveries.queries.ts'
import { settingsKindLabels } from '../../reports/deliveries/delivery-words.ts'
import { LastAnswer } from '../../reports/deliveries/last-answer.tsx'
import { TestDestinationAction } from '../../reports/deliveries/test-destination-action.tsx'

function placeOf({ settings }: ResultDestination): string | null {
  if (settings.kind === 'dicom') return `${settings.calledAeTitle} at ${settings.host}:${settings.port}`
  return settings.kind === 'stow' ? settings.url : null
}

const columns: readonly ListColumn<ResultDestination>[] = [
  {
    label: 'Name',
    className: '',
    cell: (destination) => (
      <>
        <Text value={destination.name} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        <Text value={placeOf(destination)} className="num text-xs text-text-3" />
      </>
    ),
  },
  { label: 'Kind', className: 'w-36', cell: ({ settings }) => settingsKindLabels[settings.kind] },
  { label: 'Last answer', className: 'w-48', cell: ({ lastAnswer }) => <LastAnswer lastAnswer={lastAnswer} /> },
]

/** Shows the image archives that receive a laboratory's reports. */
export function LabArchives({ labId }: { labId: string }) {
  const { data, error } = useQuery(destinationsOptions)
  const archives = data?.filter(({ settings, ...one }) => one.labId === labId && placeOf({ settings, ...one }) !== null)
  if (!archives) return error ? <FormMessage tone="error">The archives could not be loaded.</FormMessage> : <Loading />
  if (archives.length === 0) return <p className="text-text-2">None. Add a destination on the Deliveries page.</p>
  return (
    <ListTable
      label="Image archives"
      columns={columns}
      rows={archives}
      keyOf={({ _id }) => _id}
      nameOf={({ name }) => name}
      actionsClass="w-44"
      stale={false}
      actions={({ _id }) => <TestDestinationAction destinationId={_id} />}
    />
  )
}
