import type { ErrorCode } from '@readroom/contracts/core/errors'
import type { OrderControl, OrderEvent, OrderState, ShownOrderState, StatusReport } from '@readroom/contracts/orders/orders'

/** The commands that give an order another state. */
export type StateControl = Exclude<OrderControl, 'new' | 'change' | 'status'>

/** Each command's state, and its entry in the order's history. */
export const effects: Record<StateControl, { state: OrderState; event: OrderEvent }> = {
  cancel: { state: 'cancelled', event: 'cancelled' },
  hold: { state: 'held', event: 'held' },
  release: { state: 'ordered', event: 'released' },
  discontinue: { state: 'discontinued', event: 'discontinued' },
}

/** The command that a sender's own status means; null for one that is only noted. */
export const controlOfReport: Record<StatusReport, StateControl | null> = {
  scheduled: null,
  inProgress: null,
  completed: null,
  held: 'hold',
  cancelled: 'cancel',
  discontinued: 'discontinue',
}

type Refusals = Partial<Record<ShownOrderState, ErrorCode>>
const closed = { cancelled: 'ORDER_CLOSED', discontinued: 'ORDER_CLOSED' } as const

/** The states in which a command is refused, with the reason. */
export const refusals: Record<StateControl | 'change' | 'note', Refusals> = {
  change: closed,
  note: closed,
  cancel: { ...closed, reported: 'ORDER_REPORTED' },
  discontinue: { ...closed, reported: 'ORDER_REPORTED' },
  hold: { ...closed, performed: 'ORDER_PERFORMED', reported: 'ORDER_REPORTED' },
  release: closed,
}
