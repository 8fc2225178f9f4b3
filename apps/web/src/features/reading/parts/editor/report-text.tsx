import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import { readContent } from '@readroom/report/content'
import { imageSentences } from '@readroom/report/not-seen'
import { type SectionText, sectionTexts } from '@readroom/report/plain-text'
import { type ReactNode, useMemo } from 'react'
import { formatInstant } from '../../../../lib/format.ts'

const kinds = { original: 'report', addendum: 'addendum', correction: 'corrected report' } as const

/** Returns the display name of a signed version. */
function versionName({ kind, meaning, isWithdrawn }: Pick<ReportVersion, 'kind' | 'meaning' | 'isWithdrawn'>): string {
  const name = `${meaning === 'final' ? 'Final' : 'Preliminary'} ${kinds[kind]}`
  return isWithdrawn ? `${name}, withdrawn` : name
}

type TextProps = { content: ReportContent; action?: (section: SectionText) => ReactNode }

/** Shows a report to read, without its empty sections. `action` is shown beside each title. */
export function ReportText({ content, action }: TextProps) {
  const texts = useMemo(() => sectionTexts(readContent(content)), [content])
  return texts.map((section) => (
    <section key={section.id} aria-label={section.title} className="border-t border-line py-2.5 first:border-0 first:pt-0">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h4 className="font-semibold text-text-2">{section.title}</h4>
        {action?.(section)}
      </div>
      {section.text.split('\n').map((line, index) => (
        <p key={index} dir="auto" className="min-h-2 max-w-line break-words select-text">
          {line}
        </p>
      ))}
    </section>
  ))
}

/** Shows the kind of a version, its signer and the time. */
export function VersionHead({ version }: { version: ReportVersion }) {
  const { text, exact } = formatInstant(version.signedAt)
  return (
    <div className="mb-2">
      <h3 className="font-semibold">{versionName(version)}</h3>
      <p className="text-xs text-text-2">
        <bdi>{version.signedBy}</bdi>,{' '}
        <time dateTime={version.signedAt} data-tip={exact} className="num">
          {text}
        </time>
        , version <span className="num">{version.number}</span>
      </p>
      {version.writers.length > 0 && (
        <p className="text-xs text-text-2">
          Written by <bdi>{version.writers.join(', ')}</bdi>
        </p>
      )}
      {imageSentences(version).map((sentence) => (
        <p key={sentence} dir="auto" className="mt-1 text-sm font-medium">
          {sentence}
        </p>
      ))}
      {version.reason !== '' && (
        <p dir="auto" className="mt-1 text-sm text-text-2">
          Corrected: {version.reason}
        </p>
      )}
    </div>
  )
}

/** Shows all signed versions of a study, newest first. */
export function SignedVersions({ versions }: { versions: readonly ReportVersion[] }) {
  return versions.map((version) => (
    <article key={version.id} aria-label={versionName(version)} className="border-b border-line px-4 py-3 last:border-0">
      <VersionHead version={version} />
      <ReportText content={version.content} />
    </article>
  ))
}
