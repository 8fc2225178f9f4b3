import type { Workload } from '@readroom/contracts/turnaround/workload'
import { refusalCauseWords } from '../../../lib/studies/dealing-words.ts'

/** Says how many studies doctors gave back since Monday, and why. Nothing if there was none. */
export function GivenBack({ counts }: { counts: Workload['givenBack'] }) {
  if (counts.length === 0) return null
  const all = counts.reduce((sum, { declined, passedOver }) => sum + declined + passedOver, 0)
  return (
    <div>
      <h3 className="font-medium">Given back since Monday: {all}</h3>
      <ul className="text-sm text-text-2">
        {counts.map(({ cause, declined, passedOver }) => (
          <li key={cause}>
            <span className="num">{declined + passedOver}</span> {refusalCauseWords[cause]} ({declined} declined, {passedOver}{' '}
            passed over)
          </li>
        ))}
      </ul>
    </div>
  )
}
