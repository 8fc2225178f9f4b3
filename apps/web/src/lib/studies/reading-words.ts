import type { SkipReason } from '@readroom/contracts/reading'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/report-kinds'

const words: Record<ReportKind, string> = { original: 'Final report', addendum: 'Addendum', correction: 'Corrected report' }

/** What a signed text is called. */
export const signedWords = ({ kind, meaning }: { kind: ReportKind; meaning: SignatureMeaning }): string =>
  meaning === 'preliminary' ? 'Preliminary report' : words[kind]

/** Why a reader goes past a study, in words. */
export const skipReasonWords: Record<SkipReason, string> = {
  specialty: 'Not my specialty',
  images: 'Images are missing or poor',
  information: 'Clinical information is missing',
  conflict: 'I know the patient',
  other: 'Another reason',
}
