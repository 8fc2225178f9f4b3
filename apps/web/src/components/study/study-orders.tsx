import { rowName } from '@readroom/contracts/core/person-names'
import type { StudyOrder } from '@readroom/contracts/orders/order-endpoints'
import { orderStateLabels } from '@readroom/contracts/orders/orders'
import { urgencyLabels } from '@readroom/contracts/studies/urgency'
import { useQuery } from '@tanstack/react-query'
import { studyOrdersOptions } from '../../lib/studies/order-queries.ts'

const isOver = ({ state }: StudyOrder) => state === 'cancelled' || state === 'discontinued'

function OneOrder({ order }: { order: StudyOrder }) {
  const { number, procedure, priority, indication, orderingPhysician } = order
  const facts = [procedure.description, priority && urgencyLabels[priority], rowName(orderingPhysician)]
  return (
    <div className="rounded-sm border border-line bg-sunken px-3 py-2">
      <p className="text-sm break-words text-text-2">
        From the order <bdi className="num font-medium">{number}</bdi>
        {isOver(order) && <span className="font-medium text-orange-fg"> ({orderStateLabels[order.state].toLowerCase()})</span>}
        {facts.filter(Boolean).length > 0 && <span> · {facts.filter(Boolean).join(' · ')}</span>}
      </p>
      <p dir="auto" className="mt-1 break-words whitespace-pre-wrap select-text">
        {indication ?? <span className="text-text-3">No indication</span>}
      </p>
    </div>
  )
}

/** Shows what the orders of a study say to its reader. Shows nothing for a study without an order. */
export function StudyOrders({ studyId, className = '' }: { studyId: string; className?: string }) {
  const { data: orders = [] } = useQuery(studyOrdersOptions(studyId))
  if (orders.length === 0) return null
  return (
    <section aria-label="Order" className={`grid gap-2 ${className}`}>
      {orders.map((order) => (
        <OneOrder key={order._id} order={order} />
      ))}
    </section>
  )
}
