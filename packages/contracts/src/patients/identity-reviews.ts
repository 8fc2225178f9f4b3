import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { defaultPageSize, Pagination } from '../core/pagination.ts'
import { CalendarDate, Id, Instant, Sex } from '../core/primitives.ts'
import { StudyStatus } from '../studies/study-workflow.ts'

export const identityReviewStates = ['open', 'decided'] as const
export const IdentityReviewState = z.enum(identityReviewStates)
export type IdentityReviewState = z.infer<typeof IdentityReviewState>

/** `same`: all studies are of one person. `different`: of several. */
export const identityOutcomes = ['same', 'different'] as const
export const IdentityOutcome = z.enum(identityOutcomes)
export type IdentityOutcome = z.infer<typeof IdentityOutcome>

/** A study that a decision gave to another person. */
export type IdentityMove = { studyId: string; from: string; to: string }

/** Fields of the record that a person takes over from one who is found to be the same, if they are empty. */
export const takenOverFields = ['salutation', 'contactPhone', 'contactEmail', 'address', 'holdReason'] as const
/** Corrections that a person without studies and corrections takes over as well. */
export const takenOverCorrections = ['correctedName', 'correctedSex', 'correctedBirthDate'] as const
export type TakenOverField = (typeof takenOverFields)[number] | (typeof takenOverCorrections)[number]

/** A person without studies left, whose record the other one continues; `filled`: what that one took over. */
export type IdentityUnion = { from: string; into: string; filled: TakenOverField[] }

export const identityFields = ['name', 'birthDate', 'sex'] as const
export type IdentityField = (typeof identityFields)[number]

/** A study with the identity that its lists show. */
export const IdentityStudy = z.object({
  studyId: Id,
  patientName: z.string().nullable(),
  birthDate: CalendarDate.nullable(),
  sex: Sex.nullable(),
  patientId: z.string().nullable(),
  studyDate: CalendarDate.nullable(),
  description: z.string().nullable(),
  modality: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  status: StudyStatus,
})
export type IdentityStudy = z.infer<typeof IdentityStudy>

const ReviewedPerson = z.object({
  personId: Id,
  /** Compared with the first person of the review; empty for the first. */
  differing: z.array(z.enum(identityFields)),
  /** The differences in words; null for the first. */
  reason: z.string().nullable(),
  studies: z.array(IdentityStudy),
  documents: z.int(),
})
export type ReviewedPerson = z.infer<typeof ReviewedPerson>

const PastDecision = z.object({
  outcome: IdentityOutcome,
  people: z.int(),
  movedStudies: z.int(),
  decidedBy: z.string(),
  decidedAt: Instant,
  undoneBy: z.string().nullable(),
  undoneAt: Instant.nullable(),
})
export type PastDecision = z.infer<typeof PastDecision>

export const IdentityReview = z.object({
  id: Id,
  state: IdentityReviewState,
  version: z.int(),
  laboratory: z.string().nullable(),
  patientId: z.string().nullable(),
  reason: z.string(),
  openedAt: Instant,
  people: z.array(ReviewedPerson),
  /** Newest first. */
  history: z.array(PastDecision),
})
export type IdentityReview = z.infer<typeof IdentityReview>

/** Every study of the review under exactly one person; a null `personId` makes a new one. */
export const IdentityDecision = z.strictObject({
  version: z.int(),
  people: z
    .array(z.strictObject({ personId: Id.nullable(), studyIds: z.array(Id).min(1).max(5_000) }))
    .min(1)
    .max(200),
})
export type IdentityDecision = z.infer<typeof IdentityDecision>

const forAdmins = { access: 'identity.review', scope: 'none' } as const
const ofReview = z.object({ reviewId: Id })
const done = ok({ message: z.string() })

export const identityReviewEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/identity-reviews',
    summary: 'Reviews of studies that share a patient ID and may be of different people, the newest first',
    query: z.strictObject({
      state: IdentityReviewState.default('open'),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(50).default(Math.min(20, defaultPageSize)),
    }),
    response: ok({ data: z.array(IdentityReview), pagination: Pagination }),
    errors: [],
  },
  count: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/identity-reviews/count',
    summary:
      'The number of open identity reviews, of changes of patients that wait for a person, of studies of several people, and of study UIDs that several studies have',
    response: ok({ open: z.int(), waiting: z.int(), studies: z.int(), uids: z.int() }),
    errors: [],
  },
  decide: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/identity-reviews/:reviewId/decision',
    summary: 'Decide which studies are of which person. Answers 409 if the review or its studies changed',
    params: ofReview,
    body: IdentityDecision,
    response: done,
    errors: ['IDENTITY_REVIEW_NOT_FOUND', 'IDENTITY_REVIEW_CHANGED'],
  },
  undo: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/identity-reviews/:reviewId/undo',
    summary: 'Undo the last decision: studies, documents and records go back, and the review is open again',
    params: ofReview,
    body: z.strictObject({ version: z.int() }),
    response: done,
    errors: ['IDENTITY_REVIEW_NOT_FOUND', 'IDENTITY_REVIEW_CHANGED', 'PATIENT_MERGED_LATER'],
  },
})
