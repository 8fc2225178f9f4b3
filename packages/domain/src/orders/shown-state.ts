import type { ShownOrderState } from '@readroom/contracts/orders/orders'
import { isReported, type StudyStatus } from '@readroom/contracts/studies/study-workflow'
import type { OrderRow } from '@readroom/db/orders/orders'
import type { OrderStep } from '@readroom/db/orders/performed-steps'

/** Returns the state of an order as people see it: its own, or how far the scanner or its studies are (docs/decisions/orders/orders.md). */
export function shownStateOf(
  order: Pick<OrderRow, 'state' | 'scheduledAt'>,
  studies: readonly StudyStatus[],
  step: OrderStep,
): ShownOrderState {
  if (order.state === 'cancelled' || order.state === 'discontinued') return order.state
  if (studies.length > 0) return studies.every((status) => isReported(status) || status === 'archived') ? 'reported' : 'performed'
  if (order.state === 'held') return 'held'
  if (step !== null) return step === 'inProgress' ? 'inProgress' : 'acquired'
  if (order.state === 'ended') return 'ended'
  return order.scheduledAt === null ? 'ordered' : 'scheduled'
}
