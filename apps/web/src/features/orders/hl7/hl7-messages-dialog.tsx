import { Hl7MessageState, hl7MessageStates, type UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection, Hl7Message } from '@readroom/contracts/orders/hl7-endpoints'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { ConnectionActivity } from './connection-activity.tsx'
import { hl7Key, hl7MessagesOptions, hl7TextOptions, type MessageFilter, sendTestOrder } from './hl7.queries.ts'
import { Hl7Values } from './hl7-values.tsx'
import { messageFlagLabels, messageStateLabels } from './hl7-words.ts'
import { UnknownValues } from './unknown-values.tsx'

const columns: readonly ListColumn<Hl7Message>[] = [
  {
    label: 'Received',
    className: 'w-38',
    cell: ({ receivedAt }) => <span className="num whitespace-nowrap">{formatInstant(receivedAt).text}</span>,
  },
  { label: 'Control ID', className: 'w-36', cell: ({ controlId }) => <Text value={controlId} className="num" /> },
  { label: 'Type', className: 'w-24', cell: ({ type }) => <Text value={type} className="num" /> },
  {
    label: 'Result',
    className: '',
    cell: ({ state, faults, flags }) => (
      <>
        {messageStateLabels[state]}
        {[...faults, ...flags.map((flag) => messageFlagLabels[flag])].map((text) => (
          <span key={text} className="block text-xs break-words whitespace-normal text-text-3">
            {text}
          </span>
        ))}
      </>
    ),
  },
]

function MessageText({ message, onBack }: { message: Hl7Message; onBack: () => void }) {
  const { data: values, error } = useQuery(hl7TextOptions(message._id))
  return (
    <>
      <div className="flex items-center gap-3">
        <Button className="max-lg:h-11" onClick={onBack}>
          All messages
        </Button>
        <h3 className="font-medium">
          Message <bdi>{message.controlId}</bdi>
        </h3>
      </div>
      <p className="text-xs text-text-3">Opening a message is logged.</p>
      {!values && (error ? <FormMessage tone="error">The message could not be loaded.</FormMessage> : <Loading />)}
      {values && <Hl7Values values={values} />}
    </>
  )
}

function MessageList({ connectionId, onOpen }: { connectionId: string; onOpen: (message: Hl7Message) => void }) {
  const [filter, setFilter] = useState<MessageFilter>({ state: '', controlId: '' })
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    hl7MessagesOptions(connectionId, filter),
  )
  const messages = data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Control ID">
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              maxLength={199}
              value={filter.controlId}
              onChange={({ target }) => setFilter({ ...filter, controlId: target.value })}
            />
          )}
        </Field>
        <Field label="Result">
          {(control) => (
            <select
              {...control}
              value={filter.state}
              onChange={({ target }) => setFilter({ ...filter, state: Hl7MessageState.safeParse(target.value).data ?? '' })}
            >
              <option value="">All</option>
              {hl7MessageStates.map((state) => (
                <option key={state} value={state}>
                  {messageStateLabels[state]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {!data && (error ? <FormMessage tone="error">The messages could not be loaded.</FormMessage> : <Loading />)}
      {data && messages.length === 0 && <p role="status">No messages. They appear here once the sender has sent one.</p>}
      {messages.length > 0 && (
        <ListTable
          label="Messages"
          columns={columns}
          rows={messages}
          keyOf={({ _id }) => _id}
          nameOf={({ controlId }) => `Message ${controlId}`}
          actionsClass="w-20"
          stale={isPlaceholderData}
          actions={(message) => message.hasText && <RowAction onClick={() => onOpen(message)}>Open</RowAction>}
        />
      )}
      {hasNextPage && (
        <div className="text-center">
          <Button className="max-lg:h-11" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading...' : 'Older messages'}
          </Button>
        </div>
      )}
    </>
  )
}

/** Lets the connection receive an order of a patient who does not exist. */
function SendTestOrder({ connection }: { connection: Hl7Connection }) {
  const { start, isBusy } = useChange({
    change: () => sendTestOrder(connection._id),
    done: ({ message }) => message,
    failed: 'The test order could not be sent. Please try again.',
    invalidates: [hl7Key],
  })
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button className="max-lg:h-11" disabled={!connection.isEnabled || isBusy} onClick={() => start()}>
        Send a test order
      </Button>
      <p className="min-w-60 flex-1 text-xs text-text-3">
        {connection.isEnabled
          ? 'Readroom receives an order of the patient READROOM-TEST as if the laboratory had sent it. Cancel it on the Orders page afterwards.'
          : 'Enable the connection to send a test order.'}
      </p>
    </div>
  )
}

type Props = {
  connection: Hl7Connection
  /** Opens the connection to explain a value. */
  onMap: (word: { field: UnknownField; value: string }) => void
  onClose: () => void
}

/** Shows the messages of a connection, and the text of one. */
export function Hl7MessagesDialog({ connection, onMap, onClose }: Props) {
  const [opened, setOpened] = useState<Hl7Message | null>(null)
  return (
    <Dialog
      title={`Messages of ${connection.name}`}
      width="max-w-[860px]"
      onClose={onClose}
      footer={
        <Button className="max-lg:h-11" onClick={onClose}>
          Close
        </Button>
      }
    >
      {/* The first field is below the figures: with the focus there, they would be scrolled away. */}
      <div data-autofocus tabIndex={-1} className="grid min-h-0 content-start gap-4 overflow-y-auto px-5 py-4 outline-none">
        {opened ? (
          <MessageText message={opened} onBack={() => setOpened(null)} />
        ) : (
          <>
            <SendTestOrder connection={connection} />
            <ConnectionActivity connectionId={connection._id} />
            <UnknownValues connection={connection} onMap={onMap} />
            <MessageList connectionId={connection._id} onOpen={setOpened} />
          </>
        )}
      </div>
    </Dialog>
  )
}
