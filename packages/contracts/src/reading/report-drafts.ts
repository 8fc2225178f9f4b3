import { z } from 'zod'
import { Instant, line } from '../core/primitives.ts'
import { ReportKind } from '../studies/report-kinds.ts'

/**
 * Findings that the signer may have to confirm (`checkReport` in the report package). `template`: made for other studies. `series`: not all were displayed. `draft`: the text was not written
 * in this session and window alone, and the signer has read all of it. `undrawn-`: how the signer saw the images that the viewer could not draw; one of
 * them is needed if there are some.
 */
export const confirmations = [
  'side',
  'sex',
  'contradiction',
  'leftover',
  'unfilled',
  'images',
  'report',
  'template',
  'series',
  'draft',
  'undrawn-archive',
  'undrawn-elsewhere',
  'undrawn-unseen',
] as const
export const Confirmation = z.enum(confirmations)
export type Confirmation = z.infer<typeof Confirmation>
/** How a signer saw the images that the viewer could not draw. */
export const undrawnAnswers = ['undrawn-archive', 'undrawn-elsewhere', 'undrawn-unseen'] as const
export type UndrawnAnswer = (typeof undrawnAnswers)[number]
/** How a signer accounts for a series that was not displayed. */
export const SeriesStatement = Confirmation.extract(['series', ...undrawnAnswers])

/** A report as ProseMirror writes it; what may be in it is `reportSchema` in the report package, which refuses everything else. */
export const ReportContent = z.object({ type: z.literal('doc'), content: z.array(z.json()).min(1).max(20) })
export type ReportContent = z.infer<typeof ReportContent>

/** The longest draft that is taken, in bytes of its JSON. */
export const maxDraftBytes = 2 * 1024 * 1024

/** The name of a report template. */
export const TemplateName = line(100).min(1)

/** One text of a study that nobody has signed: the next that will be. */
export const ReportDraft = z.object({
  /** Grows with each save. A save says which one it knows. */
  revision: z.int().positive(),
  kind: ReportKind,
  /** The reason for the correction. */
  reason: z.string(),
  content: ReportContent,
  /** The name of the report template of the text. Null if there is none, or it is not known. */
  templateName: z.string().nullable(),
  /** Put away as a draft, not merely saved by itself. */
  isDrafted: z.boolean(),
  savedAt: Instant,
  savedBy: z.string(),
})
export type ReportDraft = z.infer<typeof ReportDraft>

/** The writer. It ends by itself if nobody renews it. */
export const ReportHold = z.object({
  userName: z.string(),
  /** The caller, in any of their windows. */
  isOwn: z.boolean(),
  /** In the very window that asks. */
  isThisWindow: z.boolean(),
  since: Instant,
  leaseUntil: Instant,
  /** The name of a doctor who asked within the last minute to write it instead; null if there is none. */
  askedBy: z.string().nullable(),
})
export type ReportHold = z.infer<typeof ReportHold>
