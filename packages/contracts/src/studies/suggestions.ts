import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, Id, Instant } from '../core/primitives.ts'
import { awayReasons } from './away.ts'
import { BodyRegion } from './body-regions.ts'

/** The most studies that one request asks about. */
export const maxSuggestedStudies = 100

/** A reason why a doctor should not get the studies. */
export const Obstacle = z.discriminatedUnion('kind', [
  /** The doctor does not read for these laboratories, which sent some of the studies. */
  z.object({ kind: z.literal('laboratory'), names: z.array(z.string()).min(1) }),
  /** The doctor does not read these modalities, which some of the studies have. */
  z.object({ kind: z.literal('modality'), modalities: z.array(z.string()).min(1) }),
  /** The doctor does not read these regions of the body, which some of the studies show. */
  z.object({ kind: z.literal('bodyRegion'), regions: z.array(BodyRegion).min(1) }),
  z.object({ kind: z.literal('license'), expiredOn: CalendarDate }),
  ...awayReasons,
  /** The doctor has this many expected minutes of open work or more. */
  z.object({ kind: z.literal('limit'), minutes: z.int().positive() }),
  /** The doctor gave a study back. */
  z.object({ kind: z.literal('declined') }),
  /** The laboratory is limited to a group of doctors, and the doctor is not in it. */
  z.object({ kind: z.literal('group') }),
  /** A new doctor: nobody has chosen what they read, or they have never signed in. */
  z.object({ kind: z.literal('new'), lacks: z.enum(['reads', 'signIn']) }),
])
export type Obstacle = z.infer<typeof Obstacle>

/** Obstacles of a doctor who could read the study at another time. */
export const passingObstacles: ReadonlySet<Obstacle['kind']> = new Set(['absent', 'offShift', 'day', 'limit'])

/** Why a doctor should get a study before others: an open study of the same patient, or the report of the newest prior. */
export const continuities = ['patient', 'prior'] as const
export const Continuity = z.enum(continuities)
export type Continuity = z.infer<typeof Continuity>

/** A doctor who could read the studies, with what speaks for and against it (docs/decisions/studies/suggestions.md). */
export const Suggestion = z.object({
  doctorId: Id,
  obstacles: z.array(Obstacle),
  /** The end of the shift that the doctor is on, if there is one. */
  onUntil: Instant.nullable(),
  continuity: Continuity.nullable(),
  openStudies: z.int().nonnegative(),
  /** How long the open studies are expected to take. */
  openMinutes: z.int().nonnegative(),
  /** How long studies are expected to take that are proposed to the doctor beside them. 0 unless the studies are of a laboratory that proposes. */
  proposedMinutes: z.int().nonnegative().default(0),
  openEmergencies: z.int().nonnegative(),
  /** Open studies past their deadline. */
  lateStudies: z.int().nonnegative(),
  /** When the doctor is expected to have read the studies. Null: not within two weeks. */
  expectedAt: Instant.nullable(),
  /** A study is expected to be read after its deadline. */
  isLate: z.boolean(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** Ids of 36 characters with commas between them. */
const StudyIds = z
  .string()
  .max(maxSuggestedStudies * 37)
  .transform((text) => text.split(','))
  .pipe(z.array(Id).min(1).max(maxSuggestedStudies))

export const suggestionEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/admin/studies/suggestions',
    summary: 'Doctors who can be assigned, the best for these studies first; studies that are missing are ignored',
    access: 'assignment.edit',
    scope: 'none',
    query: z.strictObject({ studyIds: StudyIds }),
    response: ok({ suggestions: z.array(Suggestion) }),
    errors: [],
  },
})
