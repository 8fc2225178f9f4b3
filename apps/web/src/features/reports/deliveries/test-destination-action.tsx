import { RowAction } from '../../../components/list/list-cells.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { deliveriesKey, testDestination } from './deliveries.queries.ts'

/** Queues a message without a patient for a destination. */
export function TestDestinationAction({ destinationId }: { destinationId: string }) {
  const { start, isBusy } = useChange({
    change: () => testDestination(destinationId),
    done: ({ message }) => message,
    failed: 'The test message could not be queued. Please try again.',
    invalidates: [deliveriesKey],
  })
  return (
    <RowAction disabled={isBusy} onClick={() => start()}>
      Send a test message
    </RowAction>
  )
}
