import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import { signedTexts } from '@readroom/report/not-seen'
import { joinTexts } from '@readroom/report/plain-text'

/** A signed text, as far as its place among others depends on it. */
type SignedText = {
  number: number
  kind: ReportKind
  meaning: SignatureMeaning
  content: unknown
  snapshot: Pick<ReportSnapshot, 'uploaded' | 'notSeen'>
}

/** The state of a study's report, by the names of FHIR's DiagnosticReport. */
export type FhirReportStatus = 'preliminary' | 'final' | 'corrected' | 'appended'

/** The report of a study as one text: its newest version, with the addenda since. */
export type StudyReport = { status: FhirReportStatus; impression: string | null; text: string }

/** Returns the texts that belong to the newest one. An addendum to an uploaded file stands without the texts that the file replaced. */
function withNewest(texts: readonly SignedText[]): readonly SignedText[] {
  const uploaded = texts.at(-1)?.snapshot.uploaded
  return uploaded ? texts.filter(({ snapshot }) => snapshot.uploaded?.reportId === uploaded.reportId) : texts
}

/**
 * Returns the report that a study's signed texts make, oldest first. A preliminary text counts only while nothing is final. Addenda may stand alone,
 * if the report itself was uploaded as a file.
 */
export function studyReportOf(signed: readonly SignedText[]): StudyReport {
  const isFinal = signed.some(({ meaning }) => meaning === 'final')
  const counting = withNewest(isFinal ? signed.filter(({ meaning }) => meaning === 'final') : signed)
  const bases = counting.filter(({ kind }) => kind !== 'addendum')
  const base = bases.at(-1)
  const addenda = counting.filter(({ kind, number }) => kind === 'addendum' && number > (base?.number ?? 0))
  const texts = [...(base ? [base] : []), ...addenda].map(signedTexts)
  const impression = texts.flat().find(({ id }) => id === 'impression')
  return {
    status: statusOf(isFinal, addenda.length, bases),
    impression: impression?.text ?? null,
    text: texts.map(joinTexts).join('\n\n'),
  }
}

/** `bases`: the texts of which the newest counts. The text of a study that was read anew corrects the one before. */
function statusOf(isFinal: boolean, addenda: number, bases: readonly SignedText[]): FhirReportStatus {
  if (!isFinal) return 'preliminary'
  if (addenda > 0) return 'appended'
  return bases.length > 1 || bases.at(-1)?.kind === 'correction' ? 'corrected' : 'final'
}
