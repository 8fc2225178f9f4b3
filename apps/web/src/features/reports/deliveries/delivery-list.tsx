import { DeliveryChoice, type ResultDelivery, type ResultDestination } from '@readroom/contracts/reports/result-endpoints'
import { DeliveryAction, isActionPossible } from '@readroom/contracts/reports/results'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Select } from '../../../components/inputs/select.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { ListError, ListSkeleton } from '../../../components/list/list-states.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { changeDelivery, deliveriesKey, deliveryPagesOptions } from './deliveries.queries.ts'
import type { ChangeDeliveriesUrl, DeliveriesUrl } from './deliveries-url.ts'
import { actionLabels, answerLabels, choiceLabels, deliveryStateLabels, kindLabels } from './delivery-words.ts'

const columns: readonly ListColumn<ResultDelivery>[] = [
  {
    label: 'Message',
    className: '',
    cell: ({ kind, placerNumber, accessionNumber, controlId }) => (
      <>
        <span className="block font-medium">{kindLabels[kind]}</span>
        {placerNumber !== null && <Text value={placerNumber} className="num text-xs text-text-3" />}
        <Text value={accessionNumber} className="num text-xs text-text-3" />
        <Text value={controlId} className="num text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Destination',
    className: '',
    cell: ({ destinationName, labName }) => (
      <>
        <Text value={destinationName} className="max-lg:whitespace-normal" />
        <Text value={labName} className="text-xs text-text-3" />
      </>
    ),
  },
  {
    label: 'Queued',
    className: 'w-38',
    cell: ({ createdAt, isOverdue }) => (
      <>
        <span className="num whitespace-nowrap">{formatInstant(createdAt).text}</span>
        {isOverdue && <span className="block text-xs font-semibold text-red-fg">Overdue</span>}
      </>
    ),
  },
  {
    label: 'State',
    className: 'w-64',
    cell: ({ state, answer, answerText, attempts, isBlocked }) => (
      <>
        {deliveryStateLabels[state]}
        {isBlocked && (
          <span className="block text-xs whitespace-normal text-text-3">
            Waits for an earlier message of its study, order or patient
          </span>
        )}
        {answer && (
          <span className="block text-xs break-words whitespace-normal text-text-3">
            {answerLabels[answer]}
            {answerText !== '' && (
              <>
                : <bdi>{answerText}</bdi>
              </>
            )}
          </span>
        )}
        {attempts > 1 && <span className="block text-xs text-text-3">{attempts} attempts</span>}
      </>
    ),
  },
]

function Actions({ delivery }: { delivery: ResultDelivery }) {
  const { start, isBusy } = useChange({
    change: changeDelivery,
    done: ({ message }) => message,
    failed: 'The delivery could not be changed. Please try again.',
    invalidates: [deliveriesKey],
  })
  return DeliveryAction.options
    .filter((action) => isActionPossible(action, delivery.state))
    .map((action) => (
      <RowAction
        key={action}
        destructive={action === 'cancel'}
        disabled={isBusy}
        onClick={() => start({ deliveryId: delivery._id, action })}
      >
        {actionLabels[action]}
      </RowAction>
    ))
}

type Props = { url: DeliveriesUrl; change: ChangeDeliveriesUrl }

function Filters({ url, change, destinations }: Props & { destinations: readonly ResultDestination[] }) {
  const { data: labs = [] } = useQuery(labChoiceOptions)
  return (
    <search className="grid grid-cols-2 gap-2 pt-4 pb-3 lg:flex lg:flex-wrap lg:items-center">
      <Select
        aria-label="State"
        className="w-40 max-lg:w-full"
        value={url.state}
        onChange={({ target }) => change({ state: DeliveryChoice.safeParse(target.value).data ?? 'unsent' })}
      >
        {DeliveryChoice.options.map((choice) => (
          <option key={choice} value={choice}>
            {choiceLabels[choice]}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Laboratory"
        className="w-48 max-lg:w-full"
        value={url.lab}
        onChange={({ target }) => change({ lab: target.value })}
      >
        <option value="">All laboratories</option>
        {labs.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Destination"
        className="w-48 max-lg:col-span-2 max-lg:w-full"
        value={url.destination}
        onChange={({ target }) => change({ destination: target.value })}
      >
        <option value="">All destinations</option>
        {destinations.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
    </search>
  )
}

/** Shows the messages to destinations: unsent ones oldest first, others newest first. */
export function DeliveryList({ url, change, destinations }: Props & { destinations: readonly ResultDestination[] }) {
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    deliveryPagesOptions(url),
  )
  const deliveries = data?.pages.flatMap((page) => page.deliveries) ?? []
  const empty = url.state === 'unsent' ? 'Nothing is waiting. Everything was sent.' : 'No deliveries match these filters.'
  return (
    <section aria-labelledby="deliveries-queue">
      <h2 id="deliveries-queue" className="mt-8 text-lg font-semibold">
        Queue
      </h2>
      <Filters url={url} change={change} destinations={destinations} />
      {!data && error && <ListError error={error} label="Deliveries" onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton label="Deliveries" columns={columns} actionsClass="w-56" />}
      {data && deliveries.length === 0 && <p role="status">{empty}</p>}
      {deliveries.length > 0 && (
        <ListTable
          label="Deliveries"
          columns={columns}
          rows={deliveries}
          keyOf={({ _id }) => _id}
          nameOf={({ controlId }) => `Delivery ${controlId}`}
          actions={(delivery) => <Actions delivery={delivery} />}
          actionsClass="w-56"
          stale={isPlaceholderData}
        />
      )}
      {hasNextPage && (
        <div className="p-4 text-center">
          <Button className="max-lg:h-11" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'More deliveries'}
          </Button>
        </div>
      )}
    </section>
  )
}
