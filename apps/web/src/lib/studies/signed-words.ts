import type { ReportKind, SignatureMeaning } from '@readroom/contracts/report-kinds'

const words: Record<ReportKind, string> = { original: 'Final report', addendum: 'Addendum', correction: 'Corrected report' }

/** What a signed text is called. */
export const signedWords = ({ kind, meaning }: { kind: ReportKind; meaning: SignatureMeaning }): string =>
  meaning === 'preliminary' ? 'Preliminary report' : words[kind]
