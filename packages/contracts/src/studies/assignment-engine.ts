import { z } from 'zod'
import { Id, Instant } from '../core/primitives.ts'
import { Continuity, type Obstacle } from './suggestions.ts'

/** The reasons why a doctor is not dealt a study, those that last the longest first. */
export const dealObstacleKinds = [
  'laboratory',
  'group',
  'modality',
  'bodyRegion',
  'license',
  'new',
  'declined',
  'absent',
  'offShift',
  'day',
  'limit',
] as const satisfies readonly Obstacle['kind'][]

/**
 * The rule that left the others out, the most important first. `shift`: their shifts end before they would read the study. `due`: they would read it late,
 * or later. `emergency`: with them a stat study or an emergency would wait, or longer. `delay`: with them other studies would become late. `patient`
 * and `prior`: continuity. `share`: it was the doctor's turn.
 */
export const DealRule = z.enum(['shift', 'due', 'emergency', 'delay', ...Continuity.options, 'share'])
export type DealRule = z.infer<typeof DealRule>

/** The most doctors of whom an explanation says why they were not chosen. */
export const maxOthers = 50

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
  /** When the doctor was expected to have read it. Null: not within two weeks, or not known. */
  expectedAt: Instant.nullable().default(null),
  /** The doctor's shift was to end before that, and nobody else would have read it within theirs. */
  isAfterShift: z.boolean().default(false),
  /** The other doctors, the closest first: the rule that left them out, or their obstacle. Empty: there were none, or it is not known. */
  others: z
    .array(z.object({ doctorId: Id, why: z.enum([...DealRule.options, ...dealObstacleKinds]) }))
    .max(maxOthers)
    .default([]),
})
export type DealExplanation = z.infer<typeof DealExplanation>

/** When a study is expected to be read, as everything is now. */
export const ExpectedNow = z.object({
  /** By the doctor who has it, or for whom it is proposed. Null: there is none, or not within two weeks. */
  expectedAt: Instant.nullable(),
  isLate: z.boolean(),
  /** By the doctor who would read it first of all. Null: nobody within two weeks. */
  earliest: z.object({ doctorName: z.string(), at: Instant }).nullable(),
})
export type ExpectedNow = z.infer<typeof ExpectedNow>

/** How many doctors have an obstacle. Each doctor counts once, with the obstacle that lasts the longest. */
export const NobodyReason = z.object({ kind: z.enum(dealObstacleKinds), doctors: z.int().positive() })
export type NobodyReason = z.infer<typeof NobodyReason>

/** How many studies of the pools do not fit the calling doctor for a reason. Each counts once, with the reason that lasts the longest. */
export const PoolObstacle = z.object({ kind: z.enum(dealObstacleKinds), studies: z.int().positive() })
export type PoolObstacle = z.infer<typeof PoolObstacle>

/** A reader's deficit, which the next deal begins with. */
export const ReaderDeficit = z.object({
  doctorId: Id,
  /** Expected minutes below the reader's share. Negative: above it. */
  deficit: z.number(),
  /** When it was computed, in milliseconds since 1970: it halves with each shift that began since. */
  deficitAt: z.int(),
})
export type ReaderDeficit = z.infer<typeof ReaderDeficit>
