import type { Output } from '@readroom/contracts/endpoint'
import type { readingEndpoints } from '@readroom/contracts/reading'
import { type PrintedReport, printedReport } from '@readroom/report/printed-report'
import { clinicTimeZone } from '../../lib/format.ts'
import { signedWords } from '../../lib/studies/reading-words.ts'

/** A version as the page is told it. */
export type SignedVersion = Output<typeof readingEndpoints.versions>['versions'][number]

/** The one that is shown unless another is asked for: the newest that stands. `versions`: newest first. */
export const shownFirst = (versions: readonly SignedVersion[]): SignedVersion | undefined =>
  versions.find(({ isWithdrawn }) => !isWithdrawn) ?? versions[0]

/** The sheet of a version, as its PDF prints it. `versions`: newest first. */
export function sheetOf(version: SignedVersion, versions: readonly SignedVersion[]): PrintedReport {
  const chain = versions.filter(
    ({ number, isWithdrawn }) => number <= version.number && (!isWithdrawn || number === version.number),
  )
  const zone = clinicTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return printedReport(
    chain.toReversed().map((each) => ({ ...each, signedAt: new Date(each.signedAt) })),
    { zone, hasSignature: false },
  )
}

/** What has become of a version, in words. `versions`: newest first. */
export function marksOf(version: SignedVersion, versions: readonly SignedVersion[]): string[] {
  const later = versions.filter(({ number, isWithdrawn }) => number > version.number && !isWithdrawn)
  const isCorrected =
    version.meaning === 'final' && later.some(({ kind, meaning }) => kind === 'correction' && meaning === 'final')
  const isReplaced = version.meaning === 'preliminary' && later.some(({ meaning }) => meaning === 'final')
  return [
    ...(version.isWithdrawn ? ['Withdrawn'] : []),
    ...(version.meaning === 'preliminary' ? ['Preliminary'] : []),
    ...(isCorrected ? ['Corrected since'] : []),
    ...(isReplaced ? ['Final since'] : []),
  ]
}

/** What a version is called; addenda are counted. `versions`: newest first. */
export function titleOf(version: SignedVersion, versions: readonly SignedVersion[]): string {
  if (version.kind !== 'addendum' || version.meaning === 'preliminary') return signedWords(version)
  const nth = versions.filter(
    ({ kind, meaning, number }) => kind === 'addendum' && meaning === 'final' && number <= version.number,
  )
  return `Addendum ${nth.length}`
}
