import type { Finding } from '@readroom/report/checks'
import { sections } from '@readroom/report/sections'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { Button } from '../../../../components/ui/button.tsx'
import { cx } from '../../../../lib/cx.ts'
import { plural } from '../../../../lib/format.ts'

type Props = {
  findings: readonly Finding[]
  /** True after an attempt to sign. Blocking findings are shown from then on. */
  hasTried: boolean
  onShow: (finding: Finding) => void
  onKeep: (finding: Finding) => void
}

const looks = {
  blocks: { Icon: CircleAlert, className: 'bg-red-wash text-red-fg', lead: (count: number) => `${count} to complete` },
  confirm: { Icon: TriangleAlert, className: 'bg-yellow-wash text-yellow-fg', lead: (count: number) => `${count} to confirm` },
  tell: { Icon: Info, className: 'bg-canvas text-text-2', lead: (count: number) => `${plural(count, 'field')} not filled` },
} as const

const place = ({ section }: Finding) => (section ? ` (${sections[section].title})` : '')

/** Shows the finding to resolve next before signing. */
export function WarningLine({ findings, hasTried, onShow, onKeep }: Props) {
  const shown = findings.filter(({ severity }) => severity !== 'blocks' || hasTried)
  const first = (['blocks', 'confirm', 'tell'] as const).flatMap(
    (kind) => shown.find(({ severity }) => severity === kind) ?? [],
  )[0]
  if (!first) return null
  const { Icon, className, lead } = looks[first.severity]
  const count = shown.filter(({ severity }) => severity === first.severity).length
  return (
    <section
      aria-label="Before signing"
      className={cx('flex min-h-9 shrink-0 items-center gap-2 border-t border-line px-4 py-1', className)}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      <p role="status" className="min-w-0 flex-1">
        <span className="font-semibold">{lead(count)}:</span> {first.message}
        {first.severity === 'confirm' && place(first)}
      </p>
      {first.section && (
        <Button look="quiet" onClick={() => onShow(first)}>
          Show
        </Button>
      )}
      {first.severity === 'confirm' && (
        <Button look="quiet" onClick={() => onKeep(first)}>
          Keep
        </Button>
      )}
    </section>
  )
}
