import { z } from 'zod'
import { Instant } from '../core/primitives.ts'

/** Why a study waits for its laboratory. While it waits, its deadline does not come nearer (docs/decisions/studies/pauses.md). */
export const pauseReasons = ['clinicalInformation', 'priorImages', 'missingImages', 'technicalRecall', 'consentOrLegal'] as const
export const PauseReason = z.enum(pauseReasons)
export type PauseReason = z.infer<typeof PauseReason>

/** The reasons' labels for users, in the middle of a sentence. */
export const pauseReasonNames: Record<PauseReason, string> = {
  clinicalInformation: 'clinical information',
  priorImages: 'prior images',
  missingImages: 'missing images',
  technicalRecall: 'technical recall',
  consentOrLegal: 'consent or legal',
}

/** A pause ends by itself after this time, unless somebody renews it. */
export const pauseDays = 7

/** A pause of the deadline. It has ended by itself if `until` is over; its question may still wait. */
export const Pause = z.object({ reason: PauseReason, since: Instant, until: Instant })
export type Pause = z.infer<typeof Pause>
