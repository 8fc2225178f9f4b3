import { tatModalities } from '@readroom/contracts/tat'
import { Check } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { cx } from '../../lib/cx.ts'
import type { ChangeTatUrl, TatUrl } from './tat-url.ts'

/** Any of the chosen; a combined one is a study with both. */
export function ModalityChips({ url: { modality }, change }: { url: TatUrl; change: ChangeTatUrl }) {
  const toggle = (one: (typeof tatModalities)[number]) =>
    change({ modality: modality.includes(one) ? modality.filter((other) => other !== one) : [...modality, one] })
  return (
    <fieldset
      aria-label="Modalities"
      className="tat-modalities flex items-center gap-1.5 overflow-x-auto px-4 py-2 max-lg:py-2.5 lg:flex-wrap"
    >
      {tatModalities.map((one) => {
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
