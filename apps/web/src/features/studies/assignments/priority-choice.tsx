import { type Priority, priorities } from '@readroom/contracts/core/primitives'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { urgencyOf } from '@readroom/contracts/studies/urgency'
import { Select } from '../../../components/inputs/select.tsx'

const rank = (priority: Priority) => priorities.indexOf(priority)

/** Returns the urgency that all the studies share, or null if they differ. */
function commonUrgency(studies: readonly WorklistRow[]): Priority | null {
  const [first, ...others] = new Set(studies.map(urgencyOf))
  return others.length === 0 ? (first ?? null) : null
}

/** Returns true if the priority raises any of the studies. An assignment lowers none. */
const raises = (studies: readonly WorklistRow[], priority: Priority) =>
  studies.some((study) => rank(urgencyOf(study)) < rank(priority))

type Props = {
  studies: readonly WorklistRow[]
  value: Priority | undefined
  onChange: (priority: Priority | undefined) => void
}

/** Shows the studies' urgency and lets the user choose a higher one. */
export function PriorityChoice({ studies, value, onChange }: Props) {
  const common = commonUrgency(studies)
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the rule doesn't look inside Select
    <label
      data-tip="Assigning can only raise the priority. Lower it in the patient record."
      className="mr-auto flex items-center gap-2 text-sm text-text-2 max-sm:w-full"
    >
      Priority
      <Select
        className="max-sm:grow"
        value={value ?? common ?? ''}
        onChange={(event) => {
          const chosen = priorities.find((priority) => priority === event.target.value)
          onChange(chosen === common ? undefined : chosen)
        }}
      >
        {common === null && <option value="">Mixed</option>}
        {priorities.map((priority) => (
          <option key={priority} value={priority} disabled={priority !== common && !raises(studies, priority)}>
            {priority}
            {common === null && raises(studies, priority) ? ' or higher' : ''}
          </option>
        ))}
      </Select>
    </label>
  )
}
