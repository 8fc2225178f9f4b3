import type { SkipReason } from '@readroom/contracts/reading/reading'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/studies/report-kinds'

const words: Record<ReportKind, string> = { original: 'Final report', addendum: 'Addendum', correction: 'Corrected report' }

/** Returns the display name of a signed text. */
export const signedWords = ({ kind, meaning }: { kind: ReportKind; meaning: SignatureMeaning }): string =>
  meaning === 'preliminary' ? 'Preliminary report' : words[kind]

/** The reasons for skipping a study, as shown to users. */
export const skipReasonWords: Record<SkipReason, string> = {
  specialty: 'Not my specialty',
  images: 'Images are missing or poor',
  information: 'Clinical information is missing',
  conflict: 'I know the patient',
  other: 'Another reason',
}
