import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { ShownZone } from '../../../components/ui/shown-zone.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatInstant } from '../../../lib/format.ts'
import { marksOf, type SignedVersion, titleOf } from './signed-versions.ts'

const authorships: Record<ReportKind, string> = {
  original: 'Author of the report',
  addendum: 'Author of the addendum',
  correction: 'Author of the correction',
}

type Props = { versions: readonly SignedVersion[]; shown: SignedVersion; onShow: (number: number) => void }

/** Shows the signed versions, newest first: by whom, when, as what and why. */
export function VersionList({ versions, shown, onShow }: Props) {
  return (
    <section aria-label="Versions">
      <h2 className="px-4 pt-6 font-semibold">Versions</h2>
      <ShownZone className="px-4 pb-2 text-xs text-text-3" />
      <ol className="divide-y divide-line">
        {versions.map((version) => {
          const { number, kind, signedBy, signedAt, reason } = version
          const isShown = number === shown.number
          const { text, exact } = formatInstant(signedAt)
          return (
            <li key={number}>
              <button
                type="button"
                aria-current={isShown}
                className={cx(
                  'grid w-full gap-0.5 border-l-3 px-4 py-2.5 text-left hover:bg-hover',
                  isShown ? 'border-accent bg-accent-wash' : 'border-transparent',
                )}
                onClick={() => onShow(number)}
              >
                <span className="flex flex-wrap justify-between gap-x-3">
                  <span className="font-medium">{titleOf(version, versions)}</span>
                  <span className="num text-sm text-text-2">
                    Version {number}
                    {isShown && ', shown'}
                  </span>
                </span>
                <bdi className="text-text-2">{signedBy}</bdi>
                <time dateTime={signedAt} data-tip={exact} className="num w-fit text-sm text-text-2">
                  {text}
                </time>
                <span className="text-sm text-text-2">{authorships[kind]}</span>
                {reason && <span className="text-sm break-words">Why: {reason}</span>}
                <span className="flex flex-wrap gap-1.5 empty:hidden">
                  {marksOf(version, versions).map((mark) => (
                    <span key={mark} className="rounded-xs bg-press px-1.5 text-xs leading-5 font-medium text-text-2">
                      {mark}
                    </span>
                  ))}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
