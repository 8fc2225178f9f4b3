import type { OrderDifference } from '@readroom/contracts/orders/orders'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { differenceWords } from './order-words.ts'
import { matchOrder, ordersKey } from './orders.queries.ts'

type Pair = {
  order: { _id: string; version: number }
  studyId: string
  differences: readonly OrderDifference[]
  /** The order has another study, or the study another order. */
  isSecond: boolean
}

/** Returns a function that matches an order and a study, and the question before it if they name different patients or have others. */
export function useMatch(onDone: () => void) {
  const [asked, setAsked] = useState<Pair | null>(null)
  const { start, isBusy } = useChange({
    change: ({ order, studyId, differences }: Pair) => matchOrder(order, studyId, differences.length > 0),
    done: () => 'Order matched',
    failed: 'The order could not be matched. Please try again.',
    onDone,
    invalidates: [ordersKey],
  })
  const match = (pair: Pair) => (pair.differences.length > 0 || pair.isSecond ? setAsked(pair) : start(pair))
  const isDifferent = asked !== null && asked.differences.length > 0
  const question = asked && (
    <ConfirmDialog
      title={isDifferent ? 'Order and images differ' : 'Match to one more'}
      action={isDifferent ? 'Match anyway' : 'Match'}
      destructive={isDifferent}
      onConfirm={() => {
        start(asked)
        setAsked(null)
      }}
      onCancel={() => setAsked(null)}
    >
      {isDifferent && (
        <p>
          They disagree in: {asked.differences.map((difference) => differenceWords[difference]).join(', ')}. Make sure that both
          are of the same patient and examination.
        </p>
      )}
      {asked.isSecond && <p>One of them is matched already. Both matches will count, and each order gets the report.</p>}
    </ConfirmDialog>
  )
  return { match, question, isBusy }
}
