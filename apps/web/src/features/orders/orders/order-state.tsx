import { orderStateLabels, type ShownOrderState } from '@readroom/contracts/orders/orders'
import type { StatusColour } from '@readroom/contracts/studies/study-workflow'
import { cx } from '../../../lib/cx.ts'
import { orderColours } from './order-words.ts'

const classes: Record<StatusColour, { text: string; dot: string }> = {
  red: { text: 'text-red-fg', dot: 'bg-red-dot' },
  orange: { text: 'text-orange-fg', dot: 'bg-orange-dot' },
  yellow: { text: 'text-yellow-fg', dot: 'bg-yellow-dot' },
  purple: { text: 'text-purple-fg', dot: 'bg-purple-dot' },
  blue: { text: 'text-blue-fg', dot: 'bg-blue-dot' },
  green: { text: 'text-green-fg', dot: 'bg-green-dot' },
  grey: { text: 'text-grey-fg', dot: 'bg-grey-dot' },
}

/** Renders the state of an order as a word with a dot of its colour. */
export function OrderStateLabel({ state }: { state: ShownOrderState }) {
  const { text, dot } = classes[orderColours[state]]
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-medium whitespace-nowrap', text)}>
      <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dot)} />
      {orderStateLabels[state]}
    </span>
  )
}
