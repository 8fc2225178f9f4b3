import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Pagination } from '../core/pagination.ts'
import { Id, Instant, line, paragraph } from '../core/primitives.ts'
import { IdentityStudy, identityFields } from './identity-reviews.ts'

/** A person who can be merged, with what tells them apart from the one who is on the page. */
export const MergePerson = z.object({
  personId: Id,
  patientId: z.string().nullable(),
  /** IDs under which images of this person are still found. */
  formerIds: z.array(z.string()),
  studies: z.array(IdentityStudy),
  documents: z.int(),
  isOnHold: z.boolean(),
  isUnderReview: z.boolean(),
  /** Compared with the person on the page; empty for that one. */
  differing: z.array(z.enum(identityFields)),
  /** The differences in words; null for the person on the page. */
  difference: z.string().nullable(),
})
export type MergePerson = z.infer<typeof MergePerson>

/** Another person, with a hash of both people as they are now. */
export const MergeCandidate = MergePerson.extend({ fingerprint: z.string() })
export type MergeCandidate = z.infer<typeof MergeCandidate>

export const PatientMerge = z.object({
  id: Id,
  laboratory: z.string(),
  /** The ID that became an alias. */
  formerId: z.string().nullable(),
  /** The ID of the person who was kept, at the time of the merge or since. */
  patientId: z.string().nullable(),
  /** One study of the person who was kept, or null. */
  studyId: Id.nullable(),
  movedStudies: z.int(),
  reason: z.string().nullable(),
  /** The account or the connection. */
  mergedBy: z.string(),
  mergedAt: Instant,
  undoneBy: z.string().nullable(),
  undoneAt: Instant.nullable(),
  /** False if it was undone, or if a later merge must be undone first. */
  canUndo: z.boolean(),
})
export type PatientMerge = z.infer<typeof PatientMerge>

export const MergeOrder = z.strictObject({
  /** The person whose ID becomes an alias. */
  fromPersonId: Id,
  /** The person who stays. */
  intoPersonId: Id,
  fingerprint: line(200).min(1),
  reason: paragraph(500).min(3, 'Please give a reason'),
})
export type MergeOrder = z.infer<typeof MergeOrder>

const forAdmins = { access: 'identity.review', scope: 'none' } as const
const done = ok({ message: z.string() })

export const patientMergeEndpoints = defineEndpoints({
  compare: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/patient-merges/studies/:studyId',
    summary:
      'The person of a study, the other people of the laboratory who have or had a patient ID, and the merges of the person',
    params: z.object({ studyId: Id }),
    query: z.strictObject({ otherId: line(64).min(1).optional() }),
    response: ok({ person: MergePerson, candidates: z.array(MergeCandidate), merges: z.array(PatientMerge) }),
    errors: ['STUDY_NOT_FOUND'],
  },
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/patient-merges',
    summary: 'Merges of patients, the newest first',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: ok({ data: z.array(PatientMerge), pagination: Pagination }),
    errors: [],
  },
  merge: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/patient-merges',
    summary: 'Merge two patients of one laboratory. Answers 409 if either changed since they were compared',
    body: MergeOrder,
    response: done,
    errors: ['PATIENT_NOT_FOUND', 'PATIENT_MERGE_CHANGED', 'PATIENT_MERGE_REVIEWED', 'PATIENTS_OF_OTHER_LABORATORIES'],
  },
  undo: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/patient-merges/:mergeId/undo',
    summary: 'Undo a merge: studies, documents and records go back, with the images that came since under the former ID',
    params: z.object({ mergeId: Id }),
    body: z.strictObject({}),
    response: done,
    errors: ['PATIENT_MERGE_NOT_FOUND', 'PATIENT_MERGE_CHANGED', 'PATIENT_MERGED_LATER'],
  },
})
