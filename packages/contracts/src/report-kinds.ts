import { z } from 'zod'

/** What a signed text is: the report itself, more of it, or another in its place. */
export const reportKinds = ['original', 'addendum', 'correction'] as const
export const ReportKind = z.enum(reportKinds)
export type ReportKind = z.infer<typeof ReportKind>

/** What a signature means: early results that may change, or the report. */
export const signatureMeanings = ['preliminary', 'final'] as const
export const SignatureMeaning = z.enum(signatureMeanings)
export type SignatureMeaning = z.infer<typeof SignatureMeaning>
