import { Button } from '../../../components/ui/button.tsx'
import type { FilterWords } from '../filters/filter-words.ts'
import type { OtherDates } from './use-other-dates.ts'

type Props = {
  /** The dates that the search covers, in words. */
  dates: FilterWords
  otherDates: OtherDates | null
  onSearchAll: () => void
}

/** Says that a search covers only the chosen dates, how many studies it leaves out, and offers to search all of them. */
export function LimitedSearch({ dates: { label, value }, otherDates, onSearchAll }: Props) {
  return (
    <p
      role="status"
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b border-line bg-canvas px-4 text-sm text-text-2"
    >
      {label} {value} only.{otherDates && ` ${otherDates.words}.`}
      <Button look="link" className="max-lg:h-11" onClick={onSearchAll}>
        Search all dates
      </Button>
    </p>
  )
}
