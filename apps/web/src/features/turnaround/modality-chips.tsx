import { turnaroundModalities } from '@readroom/contracts/turnaround/turnaround-report'
import { Check } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { cx } from '../../lib/cx.ts'
import type { ChangeTurnaroundUrl, TurnaroundUrl } from './turnaround-url.ts'

/** Filters by any of the chosen modalities. A combined one means a study with both. */
export function ModalityChips({ url: { modality }, change }: { url: TurnaroundUrl; change: ChangeTurnaroundUrl }) {
  const toggle = (one: (typeof turnaroundModalities)[number]) =>
    change({ modality: modality.includes(one) ? modality.filter((other) => other !== one) : [...modality, one] })
  return (
    <fieldset
      aria-label="Modalities"
      className="turnaround-modalities flex items-center gap-1.5 overflow-x-auto px-4 py-2 max-lg:py-2.5 lg:flex-wrap"
    >
      {turnaroundModalities.map((one) => {
        const isChosen = modality.includes(one)
        return (
          <button
            key={one}
            type="button"
            aria-pressed={isChosen}
            onClick={() => toggle(one)}
            className={cx(
              'inline-flex h-6 shrink-0 items-center gap-1 rounded-full border px-2.5 text-xs font-medium max-lg:h-11 max-lg:px-4 max-lg:text-sm',
              isChosen
                ? 'border-accent bg-accent-wash text-accent-text'
                : 'border-line-strong bg-surface text-text-2 hover:bg-hover hover:text-text',
            )}
          >
            {isChosen && <Check size={12} aria-hidden />}
            {one}
          </button>
        )
      })}
      {modality.length > 0 && (
        <Button look="link" className="max-lg:h-11" onClick={() => change({ modality: [] })}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
