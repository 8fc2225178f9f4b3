import { ClipboardList, History, MessageSquare, Paperclip, Pause } from 'lucide-react'
import { ShownZone } from '../../../../components/ui/shown-zone.tsx'
import { cx } from '../../../../lib/cx.ts'
import { writtenKey } from '../keyboard/reading-keys.ts'

export const paneNames = ['priors', 'clinical', 'documents', 'discussion', 'asides'] as const
export type PaneName = (typeof paneNames)[number]

export const paneTitles = {
  priors: 'Priors',
  clinical: 'Clinical',
  documents: 'Documents',
  discussion: 'Discussion',
  asides: 'Studies put aside',
} as const satisfies Record<PaneName, string>

const icons = { priors: History, clinical: ClipboardList, documents: Paperclip, discussion: MessageSquare, asides: Pause }

type Props = { open: PaneName | null; counts: Partial<Record<PaneName, number>>; onToggle: (name: PaneName) => void }

/** Shows the buttons that open the panes beside the report. Each has its own key. */
export function Rail({ open, counts, onToggle }: Props) {
  return (
    <nav aria-label="About the study" className="flex w-18 shrink-0 flex-col gap-1 border-l border-line bg-canvas py-2">
      {paneNames.map((name) => {
        const Icon = icons[name]
        const count = counts[name] ?? 0
        return (
          <button
            key={name}
            type="button"
            aria-label={name === 'asides' ? `${paneTitles.asides}${count > 0 ? ` ${count}` : ''}` : undefined}
            aria-expanded={open === name}
            data-tip={`${paneTitles[name]} (${writtenKey(name)})`}
            onClick={() => onToggle(name)}
            className={cx(
              'relative grid justify-items-center gap-1 border-l-2 py-2 text-xs outline-offset-[-2px]!',
              open === name ? 'border-accent font-medium text-text' : 'border-transparent text-text-2 hover:bg-hover',
            )}
          >
            <Icon size={17} aria-hidden />
            {name === 'asides' ? 'Aside' : paneTitles[name]}
            {count > 0 && (
              <span className="num absolute top-0.5 left-9.5 min-w-4 rounded-full bg-press px-1 text-center text-2xs text-text">
                {count}
              </span>
            )}
          </button>
        )
      })}
      <ShownZone className="mt-auto px-1 text-center text-2xs break-words text-text-3" />
    </nav>
  )
}
