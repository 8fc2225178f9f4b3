import type { Order } from '@readroom/contracts/orders/order-endpoints'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { OrderDialog } from './order-dialog.tsx'
import { OrderFormDialog } from './order-form-dialog.tsx'
import { OrderList } from './order-list.tsx'
import { type OrdersUrl, useOrdersUrl } from './orders-url.ts'
import { WithoutOrder } from './without-order.tsx'

const views = [
  { view: 'orders', label: 'Orders' },
  { view: 'without-order', label: 'Without order' },
] as const satisfies readonly { view: OrdersUrl['view']; label: string }[]

type Open = { kind: 'form'; order: Order | null } | { kind: 'details'; orderId: string }

/** Shows imaging orders, and studies that came without one. Laboratory staff see those of their laboratory. */
export default function OrdersPage() {
  useTitle('Orders')
  const { url, change } = useOrdersUrl()
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const enter = () => setOpen({ kind: 'form', order: null })
  const show = ({ _id }: Pick<Order, '_id'>) => setOpen({ kind: 'details', orderId: _id })
  return (
    <main className="min-h-0 flex-1 overflow-y-auto px-4">
      <div className="mx-auto max-w-294 pt-6 pb-6 max-lg:pt-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="mr-auto">
            <h1 className="text-xl font-semibold tracking-tight">Orders</h1>
            <p className="text-text-2">Examinations that were ordered, and the studies that belong to them.</p>
          </div>
          <Button look="primary" className="max-lg:h-11" onClick={enter}>
            Enter order
          </Button>
        </div>
        <fieldset className="mt-4 flex gap-2">
          <legend className="sr-only">Shown</legend>
          {views.map(({ view, label }) => (
            <Button
              key={view}
              className="max-lg:h-11"
              look={url.view === view ? 'primary' : 'outline'}
              aria-pressed={url.view === view}
              onClick={() => change({ view })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
        {url.view === 'orders' ? (
          <OrderList url={url} change={change} onShow={show} onEnter={enter} />
        ) : (
          <WithoutOrder url={url} change={change} />
        )}
      </div>
      {open?.kind === 'form' && <OrderFormDialog order={open.order} onClose={close} />}
      {open?.kind === 'details' && (
        <OrderDialog orderId={open.orderId} onEdit={(order) => setOpen({ kind: 'form', order })} onClose={close} />
      )}
    </main>
  )
}
