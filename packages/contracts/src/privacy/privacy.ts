import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { defaultPageSize, Pagination } from '../core/pagination.ts'
import { Id, Instant, line, text } from '../core/primitives.ts'
import { IdentityStudy } from '../patients/identity-reviews.ts'
import { studyRetentionWays } from './study-retention.ts'

/** Actions that remove data, by request or by rule. An anonymisation leaves the study, with what counts say of it and nothing that says whose it is. */
export const removalKinds = ['erasure', 'anonymisation', 'image_retention', 'study_retention', 'study_anonymisation'] as const
export const RemovalKind = z.enum(removalKinds)
export type RemovalKind = z.infer<typeof RemovalKind>

export const privacyActionKinds = ['export', ...removalKinds] as const
export type PrivacyActionKind = (typeof privacyActionKinds)[number]

/** `expired`: an export whose file is gone. */
export const privacyActionStates = ['queued', 'running', 'done', 'failed', 'expired'] as const

export const privacyKindWords: Record<PrivacyActionKind, string> = {
  export: 'Export',
  erasure: 'Erasure',
  anonymisation: 'Anonymisation',
  image_retention: 'Images removed by retention time',
  study_retention: 'Studies removed by retention time',
  study_anonymisation: 'Studies anonymised by retention time',
}

/** An export can be downloaded for this many days. */
export const exportDays = 7

export const PrivacyCounts = z.object({
  studies: z.int(),
  images: z.int(),
  reports: z.int(),
  documents: z.int(),
  comments: z.int(),
  /** Saved lists that searched for the person: they are counted when they are gone. */
  lists: z.int().default(0),
})
export type PrivacyCounts = z.infer<typeof PrivacyCounts>

/** The data of a patient, before an action on it. */
export const PrivacySubject = z.object({
  /** As it must be typed to erase; `N/A` if the patient has none. */
  patientId: z.string(),
  patientName: z.string().nullable(),
  counts: PrivacyCounts,
  unfinishedStudies: z.int(),
  /** Null: not on hold. */
  holdReason: z.string().nullable(),
  /** Every study that is touched, with the name and birth date that it shows. */
  studies: z.array(IdentityStudy),
  /** Stands for this list: an export, erasure or anonymisation names it. */
  fingerprint: z.string(),
})
export type PrivacySubject = z.infer<typeof PrivacySubject>

export const PrivacyAction = z.object({
  id: Id,
  kind: z.enum(privacyActionKinds),
  state: z.enum(privacyActionStates),
  /** The patient's pseudonym: the id of a row, which an erasure removes. */
  subjectId: Id.nullable(),
  /** Null if the patient was erased, or has no id. */
  patientId: z.string().nullable(),
  /** Null: a retention time. */
  requestedBy: z.string().nullable(),
  requestedAt: Instant,
  finishedAt: Instant.nullable(),
  reason: z.string(),
  counts: PrivacyCounts,
  error: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  filesDone: z.int(),
  filesTotal: z.int(),
  filesMissing: z.int(),
  expiresAt: Instant.nullable(),
})
export type PrivacyAction = z.infer<typeof PrivacyAction>

/**
 * One line of the register of removals: what a restored database needs to do again what was done after its backup. It names nobody; ids are those of
 * rows. In the object storage each is an object of its own.
 */
export const RegisteredRemoval = z.object({
  id: Id,
  kind: RemovalKind,
  requestedAt: Instant,
  subjectId: Id.nullable(),
  studyIds: z.array(Id),
})
export type RegisteredRemoval = z.infer<typeof RegisteredRemoval>

/** The folder of the object storage, which no backup, restore or clearing up touches. */
export const registerFolder = 'privacy'
export const registerKeyOf = (actionId: string) => `${registerFolder}/${actionId}.json`

/** The data that the retention times would remove today, by what the settings say now; null if none is set. */
export const RetentionPreview = z.object({
  images: z.int().nullable(),
  studies: z.int().nullable(),
  way: z.enum(studyRetentionWays),
  held: z.int(),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const maxReason = 500
/** The hash of the list that the administrator was shown (`subject`). */
const Fingerprint = line(64).min(1)
const Reason = line(maxReason).min(3)
const forAdmins = { access: 'privacy.manage', scope: 'none' } as const
const ofStudy = z.object({ studyId: Id })
const started = ok({ actionId: Id, message: z.string() })

const removal = {
  ...forAdmins,
  method: 'POST',
  params: ofStudy,
  body: z.strictObject({
    /** Typed by the administrator: it must be the patient's. */
    patientId: line(256).min(1),
    fingerprint: Fingerprint,
    /** Without the patient's name and id: it is kept. */
    reason: Reason,
    /** Studies that are not finished are erased too: nothing of them counts yet. */
    includeUnfinished: z.boolean().default(false),
  }),
  response: started,
  errors: [
    ...(['STUDY_NOT_FOUND', 'PATIENT_ID_DIFFERS', 'REASON_NAMES_PATIENT', 'PATIENT_ON_HOLD'] as const),
    ...(['REPORT_BEING_WRITTEN', 'STUDIES_UNFINISHED', 'PRIVACY_UNDER_WAY', 'SUBJECT_CHANGED'] as const),
  ],
} as const

export const privacyEndpoints = defineEndpoints({
  subject: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/privacy/studies/:studyId',
    summary: "The data of a study's patient that an export contains and an erasure removes",
    params: ofStudy,
    response: ok({ data: PrivacySubject }),
    errors: ['STUDY_NOT_FOUND'],
  },
  requestExport: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/privacy/studies/:studyId/export',
    summary: "Have everything about a study's patient packed into one ZIP, for that person",
    params: ofStudy,
    body: z.strictObject({ fingerprint: Fingerprint }),
    response: started,
    errors: ['STUDY_NOT_FOUND', 'PRIVACY_UNDER_WAY', 'SUBJECT_CHANGED'],
  },
  erase: {
    ...removal,
    path: '/api/admin/privacy/studies/:studyId/erase',
    summary: "Erase a study's patient: all studies, images, reports, documents and texts. Cannot be undone",
  },
  anonymise: {
    ...removal,
    path: '/api/admin/privacy/studies/:studyId/anonymise',
    summary:
      "Take out of a study's patient's studies whose they are: names, ids, texts, files, images. Counts and times stay. Cannot be undone",
  },
  hold: {
    ...forAdmins,
    method: 'PUT',
    path: '/api/admin/privacy/studies/:studyId/hold',
    summary: "Put a study's patient on hold, so that nothing of theirs is removed by request or by time; null ends it",
    params: ofStudy,
    body: z.strictObject({ reason: Reason.nullable() }),
    response: ok({ message: z.string() }),
    errors: ['STUDY_NOT_FOUND'],
  },
  actions: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/privacy/actions',
    summary: 'Exports, erasures and what retention times removed; the newest first',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(defaultPageSize),
    }),
    response: ok({ data: z.array(PrivacyAction), pagination: Pagination }),
    errors: [],
  },
  register: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/privacy/register',
    summary:
      'Ids of all erased, anonymised or expired data, one JSON object per line. A restore uses them to repeat the erasures',
    response: 'file',
    errors: [],
  },
  exportLink: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/privacy/actions/:actionId/link',
    summary: 'A link to download an export, good for 15 minutes',
    params: z.object({ actionId: Id }),
    response: ok({ downloadUrl: z.string() }),
    errors: ['EXPORT_NOT_READY'],
  },
  file: {
    method: 'GET',
    path: '/api/privacy-files/:ticket',
    leavesTrace: true,
    summary: 'An export by its ticket, as often as it takes to have all of it',
    access: 'public',
    scope: 'none',
    params: z.object({ ticket: text(200) }),
    response: 'file',
    errors: ['LINK_EXPIRED', 'EXPORT_NOT_READY', 'FILE_MISSING', 'RANGE_NOT_SATISFIABLE', 'STORAGE_UNAVAILABLE'],
  },
  retention: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/privacy/retention',
    summary: 'The data that the retention times would remove today',
    response: ok({ data: RetentionPreview }),
    errors: [],
  },
})
