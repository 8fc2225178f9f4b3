import type { UnknownField } from '@readroom/contracts/orders/hl7'
import type { Hl7Connection } from '@readroom/contracts/orders/hl7-endpoints'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RowAction, Text } from '../../../components/list/list-cells.tsx'
import { type ListColumn, ListTable } from '../../../components/list/list-table.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { ModalityWorklists } from '../modality-worklists/modality-worklists.tsx'
import { hl7ConnectionsOptions, hl7LabsOptions } from './hl7.queries.ts'
import { Hl7ConnectionDialog } from './hl7-connection-dialog.tsx'
import { Hl7MessagesDialog } from './hl7-messages-dialog.tsx'
import { messageStateLabels } from './hl7-words.ts'
import { MapValueDialog } from './map-value-dialog.tsx'

const columns: readonly ListColumn<Hl7Connection>[] = [
  {
    label: 'Name',
    className: '',
    cell: ({ name, labName, unknownValues }) => (
      <>
        <Text value={name} className="font-medium max-lg:text-lg max-lg:whitespace-normal" />
        <Text value={labName} className="text-xs text-text-3" />
        {unknownValues.length > 0 && (
          <span className="block text-xs text-text-2">
            {plural(unknownValues.length, 'unknown value', 'unknown values')}: see Messages
          </span>
        )}
      </>
    ),
  },
  { label: 'Port', className: 'w-24', cell: ({ port }) => <span className="num">{port}</span> },
  {
    label: 'Security',
    className: 'w-28',
    cell: ({ clientCertificates }) => (clientCertificates === null ? 'Without TLS' : 'TLS'),
  },
  { label: 'State', className: 'w-28', cell: ({ isEnabled }) => (isEnabled ? 'Enabled' : 'Disabled') },
  {
    label: 'Last message',
    className: 'w-44',
    cell: ({ lastMessage }) =>
      lastMessage === null ? (
        'None'
      ) : (
        <>
          <span className="num whitespace-nowrap">{formatInstant(lastMessage.receivedAt).text}</span>
          <span className="block text-xs text-text-3">{messageStateLabels[lastMessage.state]}</span>
        </>
      ),
  },
]

type Open =
  | { kind: 'edit'; connection: Hl7Connection | null }
  | { kind: 'map'; connection: Hl7Connection; word: { field: UnknownField; value: string } }
  | { kind: 'messages'; connection: Hl7Connection }

/** Shows the HL7 connections of the laboratories. Administrators change them and read their messages. */
export default function Hl7Page() {
  useTitle('Connections')
  const { data: connections, error } = useQuery(hl7ConnectionsOptions)
  const { data: labs, error: labsError } = useQuery(hl7LabsOptions)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-5 py-6 lg:py-10">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="flex-1 text-xl font-semibold">Connections</h1>
          <Button
            look="primary"
            className="max-lg:h-11"
            disabled={!labs}
            onClick={() => setOpen({ kind: 'edit', connection: null })}
          >
            Add connection
          </Button>
        </div>
        <p className="mt-1 mb-6 max-w-180 text-text-2">
          Ports on which the systems of a laboratory send orders as HL7 v2 messages. Changes apply within five seconds.
        </p>
        {labsError && !labs && <FormMessage tone="error">The laboratories could not be loaded.</FormMessage>}
        {!connections &&
          (error ? (
            <FormMessage tone="error">The connections could not be loaded.</FormMessage>
          ) : (
            <p role="status">Loading...</p>
          ))}
        {connections?.length === 0 && (
          <p role="status">No connections yet. Add one to receive orders from a laboratory's system.</p>
        )}
        {connections && connections.length > 0 && (
          <ListTable
            label="Connections"
            columns={columns}
            rows={connections}
            keyOf={({ _id }) => _id}
            nameOf={({ name }) => name}
            actionsClass="w-40"
            stale={false}
            actions={(connection) => (
              <>
                <RowAction onClick={() => setOpen({ kind: 'messages', connection })}>Messages</RowAction>
                <RowAction onClick={() => setOpen({ kind: 'edit', connection })}>Edit</RowAction>
              </>
            )}
          />
        )}
        <ModalityWorklists />
      </div>
      {open?.kind === 'edit' && labs && <Hl7ConnectionDialog connection={open.connection} labs={labs} onClose={close} />}
      {open?.kind === 'map' && <MapValueDialog connection={open.connection} word={open.word} onClose={close} />}
      {open?.kind === 'messages' && (
        <Hl7MessagesDialog
          connection={open.connection}
          onMap={(word) => setOpen({ kind: 'map', connection: open.connection, word })}
          onClose={close}
        />
      )}
    </main>
  )
}
