import type { OrderDifference } from '@readroom/contracts/orders/orders'
import { useState } from 'react'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { differenceWords } from './order-words.ts'
import { matchOrder, ordersKey } from './orders.queries.ts'

type Pair = { order: { _id: string; version: number }; studyId: string; differences: readonly OrderDifference[] }

/** Returns a function that matches an order and a study, and the question before it if they name different patients. */
export function useMatch(onDone: () => void) {
  const [asked, setAsked] = useState<Pair | null>(null)
  const { start, isBusy } = useChange({
    change: ({ order, studyId, differences }: Pair) => matchOrder(order, studyId, differences.length > 0),
    done: () => 'Order matched',
    failed: 'The order could not be matched. Please try again.',
    onDone,
    invalidates: [ordersKey],
  })
  const match = (pair: Pair) => (pair.differences.length > 0 ? setAsked(pair) : start(pair))
  const question = asked && (
    <ConfirmDialog
      title="Order and images differ"
      action="Match anyway"
      destructive
      onConfirm={() => {
        start(asked)
        setAsked(null)
      }}
      onCancel={() => setAsked(null)}
    >
      <p>
        They disagree in: {asked.differences.map((difference) => differenceWords[difference]).join(', ')}. Make sure that both are
        of the same patient.
      </p>
    </ConfirmDialog>
  )
  return { match, question, isBusy }
}
