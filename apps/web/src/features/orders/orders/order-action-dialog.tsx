import type { OrderAction } from '@readroom/contracts/orders/order-endpoints'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { actionWords } from './order-words.ts'
import { actOnOrder, ordersKey } from './orders.queries.ts'

type Props = { order: { _id: string; version: number }; action: OrderAction; onClose: () => void }

/** Asks for the reason and changes the state of an order. Shows a refusal and stays open. */
export function OrderActionDialog({ order, action, onClose }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const { title, label, hint, done } = actionWords[action]
  const { start, isBusy } = useChange({
    change: () => actOnOrder(order, action, reason),
    done: () => done,
    failed: 'The order could not be changed. Please try again.',
    onDone: onClose,
    onFailure: setFault,
    invalidates: [ordersKey],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    start()
  }
  return (
    <Dialog
      nested
      title={title}
      width="max-w-[480px]"
      onClose={onClose}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            Back
          </Button>
          <SubmitButton form={id} size="sm" label={label} busyLabel="Saving..." busy={isBusy} />
        </>
      }
    >
      <form id={id} aria-label={title} onSubmit={submit} className="grid gap-3 px-5 py-4">
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        <p className="text-text-2">{hint}</p>
        <Field label="Reason" hint="Shown in the order’s history.">
          {(control) => (
            <textarea
              dir="auto"
              rows={3}
              maxLength={2_000}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              {...control}
              className={cx(control.className, 'block h-auto! resize-y py-1.5')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
