import type { Output } from '@readroom/contracts/core/endpoint'
import type { readingEndpoints } from '@readroom/contracts/reading/reading'
import { type PrintedReport, printedReport } from '@readroom/report/printed-report'
import { clinicTimeZone } from '../../../lib/format.ts'
import { signedWords } from '../../../lib/studies/reading-words.ts'

/** A version as the API returns it. */
export type SignedVersion = Output<typeof readingEndpoints.versions>['versions'][number]

/** Returns the version to show by default: the newest that is not withdrawn. `versions` are ordered newest first. */
export const shownFirst = (versions: readonly SignedVersion[]): SignedVersion | undefined =>
  versions.find(({ isWithdrawn }) => !isWithdrawn) ?? versions[0]

/** Returns the sheet of a version, as its PDF prints it. `versions` are ordered newest first. */
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

/** Returns in words what has happened to a version since. `versions` are ordered newest first. */
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

/** Returns the title of a version. Addenda are numbered. `versions` are ordered newest first. */
export function titleOf(version: SignedVersion, versions: readonly SignedVersion[]): string {
  if (version.kind !== 'addendum' || version.meaning === 'preliminary') return signedWords(version)
  const nth = versions.filter(
    ({ kind, meaning, number }) => kind === 'addendum' && meaning === 'final' && number <= version.number,
  )
  return `Addendum ${nth.length}`
}
