import { type OrderAction, orderEndpoints } from '@readroom/contracts/orders/order-endpoints'
import type { z } from 'zod'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormText } from '../../../components/form/form-field.tsx'
import { actionWords } from './order-words.ts'
import { actOnOrder, ordersKey } from './orders.queries.ts'

const Fields = orderEndpoints.act.body.pick({ reason: true })
type Fields = z.input<typeof Fields>

type Props = { order: { _id: string; version: number }; action: OrderAction; onClose: () => void }

/** Asks for the reason and changes the state of an order. */
export function OrderActionDialog({ order, action, onClose }: Props) {
  const { title, label, hint, done } = actionWords[action]
  return (
    <FormDialog
      nested
      title={title}
      width="max-w-[480px]"
      action={label}
      cancel="Back"
      schema={Fields}
      values={{ reason: '' }}
      change={({ reason }) => actOnOrder(order, action, reason)}
      done={() => done}
      failed="The order could not be changed. Please try again."
      invalidates={[ordersKey]}
      onClose={onClose}
    >
      <p className="text-text-2">{hint}</p>
      <FormText<Fields> name="reason" label="Reason" hint="Shown in the order’s history." rows={3} maxLength={2_000} />
    </FormDialog>
  )
}
