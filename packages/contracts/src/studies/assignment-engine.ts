import { z } from 'zod'
import { Id } from '../core/primitives.ts'
import { Continuity, Obstacle } from './suggestions.ts'

/**
 * A reason why a doctor is not dealt a study: an obstacle of the suggestions, the doctor declined the study, or the doctor is not in the group that the
 * laboratory is limited to.
 */
export const DealObstacle = z.union([Obstacle, z.object({ kind: z.enum(['declined', 'group']) })])
export type DealObstacle = z.infer<typeof DealObstacle>

export const dealObstacleKinds = [
  'laboratory',
  'group',
  'modality',
  'bodyRegion',
  'license',
  'declined',
  'absent',
  'offShift',
  'day',
  'limit',
] as const satisfies readonly DealObstacle['kind'][]

/**
 * Why the doctor was chosen among those who could read the study. `patient` and `prior`: continuity. `emergency`: a stat study or an emergency, and
 * the doctor had the fewest open ones. `share`: it was the doctor's turn.
 */
export const DealRule = z.enum([...Continuity.options, 'emergency', 'share'])
export type DealRule = z.infer<typeof DealRule>

/** Why a doctor was dealt a study, as numbers for words such as "3 minutes below their share, 2 other doctors could read it". */
export const DealExplanation = z.object({
  rule: DealRule,
  /** The expected minutes of the study. */
  minutes: z.int().positive(),
  /** How far the doctor was below the share before the study was charged, to a tenth of a minute. Negative: above it. */
  deficitMinutes: z.number(),
  /** The doctor's open stat studies and emergencies, without this one. */
  openStat: z.int().nonnegative(),
  /** The doctors who could read the study, with the chosen one. */
  eligible: z.int().positive(),
})
export type DealExplanation = z.infer<typeof DealExplanation>

/** How many doctors have an obstacle. Each doctor counts once, with the obstacle that lasts the longest. */
export const NobodyReason = z.object({ kind: z.enum(dealObstacleKinds), doctors: z.int().positive() })
export type NobodyReason = z.infer<typeof NobodyReason>

/** A reader's deficit, which the next deal begins with. */
export const ReaderDeficit = z.object({
  doctorId: Id,
  /** Expected minutes below the reader's share. Negative: above it. */
  deficit: z.number(),
  /** When it was computed, in milliseconds since 1970: it halves with each shift that began since. */
  deficitAt: z.int(),
})
export type ReaderDeficit = z.infer<typeof ReaderDeficit>
