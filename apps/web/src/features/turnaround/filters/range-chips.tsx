import { chipClass } from './chip-class.ts'
import { type DayRange, usualRanges } from './usual-ranges.ts'

/** Offers the usual ranges. The chosen one is marked. */
export function RangeChips({ chosen, onChoose }: { chosen: DayRange; onChoose: (range: DayRange) => void }) {
  return (
    <fieldset aria-label="Ranges" className="flex shrink-0 items-center gap-1.5">
      {usualRanges().map(({ label, range }) => {
        const isChosen = range.from === chosen.from && range.to === chosen.to
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(range)}
            className={chipClass(isChosen)}
          >
            {label}
          </button>
        )
      })}
    </fieldset>
  )
}
