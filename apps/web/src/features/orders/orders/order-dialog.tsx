import { rowName } from '@readroom/contracts/core/person-names'
import type { OrderAction, OrderDetails } from '@readroom/contracts/orders/order-endpoints'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { formatInstant } from '../../../lib/format.ts'
import { unknownFieldLabels } from '../hl7/hl7-words.ts'
import { PersonLine } from './candidate.tsx'
import { OrderActionDialog } from './order-action-dialog.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderStateLabel } from './order-state.tsx'
import { OrderStudies } from './order-studies.tsx'
import { actionWords, sourceWords } from './order-words.ts'
import { orderOptions } from './orders.queries.ts'

/** Returns the actions that an order's state allows. */
function actionsOf({ state, ownState }: OrderDetails): OrderAction[] {
  if (ownState === 'held') return ['release', 'discontinue', 'cancel']
  if (state === 'performed') return ['discontinue', 'cancel']
  return state === 'ordered' || state === 'scheduled' ? ['hold', 'cancel'] : []
}

const isClosed = ({ state }: OrderDetails) => state === 'cancelled' || state === 'discontinued'

const fieldWords = new Map<string, string>(Object.entries(unknownFieldLabels))

function Fact({ label, value }: { label: string; value: string | null }) {
  if (value === null || value === '') return null
  return (
    <div className="min-w-0">
      <dt className="text-xs text-text-3">{label}</dt>
      <dd className="break-words whitespace-pre-line">
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

function Facts({ order }: { order: OrderDetails }) {
  const { procedure, filler, authority } = order
  const code = [procedure.code, procedure.codingSystem].filter(Boolean).join(', ')
  return (
    <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      <Fact label="Examination" value={procedure.description} />
      <Fact label="Procedure code" value={code} />
      <Fact label="Modality" value={order.modality} />
      <Fact label="Priority" value={order.priority && urgencyLabels[order.priority]} />
      <div className="empty:hidden sm:col-span-2">
        <Fact label="Indication" value={order.indication} />
      </div>
      <Fact label="Accession number" value={order.accessionNumber} />
      <Fact label="Study UID" value={order.studyInstanceUid} />
      <Fact label="Ordering physician" value={rowName(order.orderingPhysician)} />
      <Fact label="Copies to" value={order.copiesTo.map((name) => rowName(name) ?? name).join(', ')} />
      <Fact label="Scheduled for" value={order.scheduledAt && formatInstant(order.scheduledAt).text} />
      <Fact label="Station" value={[order.station, order.aeTitle].filter(Boolean).join(', ')} />
      <Fact label="Laboratory" value={order.labName} />
      <Fact label="Issued by" value={authority} />
      <Fact label="Filler number" value={filler?.number ?? null} />
      <Fact
        label="Not understood"
        value={Object.entries(order.unknownValues)
          .map(([field, value]) => `${fieldWords.get(field) ?? field}: ${value}`)
          .join(', ')}
      />
      <Fact label="Source" value={sourceWords[order.source]} />
    </dl>
  )
}

type Props = { orderId: string; onEdit: (order: OrderDetails) => void; onClose: () => void }

/** Shows an order with its studies and history, and what can be done with it. */
export function OrderDialog({ orderId, onEdit, onClose }: Props) {
  const { data: order, error } = useQuery(orderOptions(orderId))
  const [action, setAction] = useState<OrderAction | null>(null)
  const person = order && {
    name: rowName(order.patient.name),
    patientId: order.patient.ids[0]?.id ?? null,
    birthDate: order.patient.birthDate,
    sex: order.patient.sex,
  }
  return (
    <Dialog
      title={order ? `Order ${order.number}` : 'Order'}
      header={person && <PersonLine {...person} />}
      onClose={onClose}
      footer={
        <>
          {order &&
            actionsOf(order).map((each) => (
              <Button
                key={each}
                className="max-lg:h-11"
                look={each === 'cancel' || each === 'discontinue' ? 'danger' : 'outline'}
                onClick={() => setAction(each)}
              >
                {actionWords[each].label}
              </Button>
            ))}
          <Button className="ml-auto max-lg:h-11" onClick={onClose}>
            Close
          </Button>
          {order && !isClosed(order) && (
            <Button look="primary" className="max-lg:h-11" onClick={() => onEdit(order)}>
              Edit
            </Button>
          )}
        </>
      }
    >
      <div className="grid min-h-0 gap-5 overflow-y-auto px-5 py-4">
        {error && !order && <FormMessage tone="error">{messageOf(error, 'The order could not be loaded.')}</FormMessage>}
        {!order && !error && <Loading />}
        {order && (
          <>
            <OrderStateLabel state={order.state} />
            <Facts order={order} />
            <OrderStudies order={order} />
            <OrderHistory history={order.history} />
          </>
        )}
      </div>
      {order && action && <OrderActionDialog order={order} action={action} onClose={() => setAction(null)} />}
    </Dialog>
  )
}
