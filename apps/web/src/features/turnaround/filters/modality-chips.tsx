import { turnaroundModalities } from '@readroom/contracts/turnaround/turnaround-report'
import { Check } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import type { TurnaroundUrl } from '../turnaround-url.ts'
import { chipClass } from './chip-class.ts'

type Modalities = TurnaroundUrl['modality']

/** Filters by any of the chosen modalities. A combined one means a study with both. */
export function ModalityChips({ chosen, onChoose }: { chosen: Modalities; onChoose: (modality: Modalities) => void }) {
  const toggle = (one: Modalities[number]) =>
    onChoose(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
  return (
    <fieldset aria-label="Modalities" className="flex items-center gap-1.5 lg:flex-wrap">
      {turnaroundModalities.map((one) => {
        const isChosen = chosen.includes(one)
        return (
          <button key={one} type="button" aria-pressed={isChosen} onClick={() => toggle(one)} className={chipClass(isChosen)}>
            {isChosen && <Check size={12} aria-hidden />}
            {one}
          </button>
        )
      })}
      {chosen.length > 0 && (
        <Button look="link" className="max-lg:h-11" onClick={() => onChoose([])}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
