import { z } from 'zod'

/** The kind of a signed text: the report itself, an addendum, or a correction. */
export const reportKinds = ['original', 'addendum', 'correction'] as const
export const ReportKind = z.enum(reportKinds)
export type ReportKind = z.infer<typeof ReportKind>

/** The meaning of a signature: early results that may change, or the final report. */
export const signatureMeanings = ['preliminary', 'final'] as const
export const SignatureMeaning = z.enum(signatureMeanings)
export type SignatureMeaning = z.infer<typeof SignatureMeaning>
