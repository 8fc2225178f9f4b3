import { Button } from '../../components/ui/button.tsx'
import { FilterChips } from '../../components/ui/filter-chips.tsx'
import { type ChangeTatUrl, noMarks } from './tat-url.ts'
import type { ChosenMark } from './tat-words.ts'

/** What was chosen in the charts, each to be taken away. Absent when there is nothing. */
export function MarkChips({ marks, change }: { marks: readonly ChosenMark[]; change: ChangeTatUrl }) {
  if (marks.length === 0) return null
  return (
    <div className="tat-marks-chosen flex flex-wrap items-center gap-2 px-4 pb-2">
      <FilterChips name="Chosen in the charts" chips={marks} change={change} />
      <Button look="link" className="max-lg:h-11" onClick={() => change({ ...noMarks, location: '', doctor: '' })}>
        Clear chosen
      </Button>
    </div>
  )
}
