import { z } from 'zod'
import { CriticalResult } from './critical-results.ts'
import { defineEndpoints, ok } from './endpoint.ts'
import { KeyImage, KeyImageOrder, SignedKeyImage } from './key-images.ts'
import { CalendarDate, Id, Instant, paragraph, text } from './primitives.ts'
import { ReportKind, SignatureMeaning } from './report-kinds.ts'
import { WorklistRow } from './studies.ts'

/** What whoever signs may have to say is meant (`checkReport` in the report package). */
export const confirmations = ['side', 'sex', 'contradiction', 'leftover', 'unfilled', 'images'] as const
export const Confirmation = z.enum(confirmations)
export type Confirmation = z.infer<typeof Confirmation>

/** A report as ProseMirror writes it; what may be in it is `reportSchema` in the report package, which refuses everything else. */
export const ReportContent = z.object({ type: z.literal('doc'), content: z.array(z.json()).min(1).max(20) })
export type ReportContent = z.infer<typeof ReportContent>

/** The longest draft that is taken, in bytes of its JSON. */
export const maxDraftBytes = 2 * 1024 * 1024

/** One text of a study that nobody has signed: the next that will be. */
export const ReportDraft = z.object({
  /** Grows with each save. A save says which one it knows. */
  revision: z.int().positive(),
  kind: ReportKind,
  /** Why a report is corrected. */
  reason: z.string(),
  content: ReportContent,
  /** Put away as a draft, not merely saved by itself. */
  isDrafted: z.boolean(),
  savedAt: Instant,
  savedBy: z.string(),
})
export type ReportDraft = z.infer<typeof ReportDraft>

/** Who writes. It ends by itself where nobody renews it. */
export const ReportHold = z.object({
  userName: z.string(),
  /** Whoever asks, in whichever of their windows. */
  isOwn: z.boolean(),
  /** In the very window that asks. */
  isThisWindow: z.boolean(),
  since: Instant,
  leaseUntil: Instant,
  /** The name of a doctor who asked within the last minute to write it instead; null if there is none. */
  askedBy: z.string().nullable(),
})
export type ReportHold = z.infer<typeof ReportHold>

/** A critical result of the study, as it was known when a report was signed. */
export const SignedCritical = CriticalResult.pick({
  ...{ id: true, category: true, finding: true, markedBy: true, foundAt: true, told: true, acknowledged: true },
})
export type SignedCritical = z.infer<typeof SignedCritical>

/** Whom and what a signed report is about, as its signer saw it. Null means that the record did not say. */
export const ReportSnapshot = z.object({
  patient: z.object({
    name: z.string().nullable(),
    id: z.string().nullable(),
    sex: z.enum(['M', 'F', 'O']).nullable(),
    birthDate: CalendarDate.nullable(),
    /** As at the study. */
    age: z.string().nullable(),
  }),
  study: z.object({
    studyInstanceUid: z.string(),
    accessionNumber: z.string().nullable(),
    description: z.string().nullable(),
    modalities: z.array(z.string()),
    studyDate: CalendarDate.nullable(),
    studyTime: z.string().nullable(),
    referringPhysician: z.string().nullable(),
  }),
  images: z.object({ generation: z.int(), instancesHash: z.string().nullable() }),
  laboratory: z.object({ name: z.string(), address: z.string(), phone: z.string(), email: z.string() }).nullable(),
  signer: z.object({
    name: z.string(),
    /** What they are a specialist of; empty where their profile does not say. */
    specialization: z.string(),
    /** The object that held the image of their signature. */
    signatureKey: z.string().nullable(),
  }),
  /** The file that an addendum adds to, where the report before it was uploaded. */
  uploaded: z.object({ reportId: Id, fileName: z.string(), at: Instant }).optional(),
  /** Oldest first; not there in what was signed before they were recorded. */
  criticalResults: z.array(SignedCritical).optional(),
  /** In their order; not there where the report has none. */
  keyImages: z.array(SignedKeyImage).optional(),
})
export type ReportSnapshot = z.infer<typeof ReportSnapshot>

/** A text that was signed: it never changes. */
export const ReportVersion = z.object({
  id: Id,
  /** The report of the study's list that it is the text of. */
  reportId: Id,
  /** Counts up within a study. */
  number: z.int().positive(),
  kind: ReportKind,
  meaning: SignatureMeaning,
  content: ReportContent,
  signedBy: z.string(),
  signedAt: Instant,
  /** Why a report was corrected; empty for others. */
  reason: z.string(),
  confirmed: z.array(Confirmation),
  /** SHA-256 over the text, the snapshot, the signature and the version before, hexadecimal. */
  hash: z.string(),
  isWithdrawn: z.boolean(),
  /** In their order. */
  keyImages: z.array(KeyImage),
  /** Its document can be downloaded. */
  isReady: z.boolean(),
  /** Seconds for which its signer can still recall it; null once it is released or withdrawn. */
  recallSeconds: z.int().min(0).nullable(),
})
export type ReportVersion = z.infer<typeof ReportVersion>

/** Why a reader leaves a study to be read later, or by somebody else. */
export const skipReasons = ['specialty', 'images', 'information', 'conflict', 'other'] as const
export const SkipReason = z.enum(skipReasons)
export type SkipReason = z.infer<typeof SkipReason>

const StudyParams = z.object({ studyId: Id })
/** `windowId`: made by the page and kept for as long as it stands; `fence`: what `hold` answered. */
const Held = z.strictObject({ windowId: Id, fence: z.int().positive() })
const NOT_MINE = ['STUDY_NOT_FOUND', 'FORBIDDEN', 'HOLD_LOST'] as const

export const readingEndpoints = defineEndpoints({
  open: {
    method: 'GET',
    path: '/api/studies/:studyId/reading',
    summary: 'What the reading page begins with: the study, its draft, who writes, and what was signed',
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    query: z.object({ windowId: Id }),
    response: ok({
      study: WorklistRow,
      clinicalHistory: z.string(),
      draft: ReportDraft.nullable(),
      /** Of the draft, in their order. */
      keyImages: z.array(KeyImage),
      hold: ReportHold.nullable(),
      /** Newest first. */
      versions: z.array(ReportVersion),
      /** What can be signed next; empty where the caller may only read. */
      kinds: z.array(ReportKind),
      /** The caller has put the study aside. */
      isAside: z.boolean(),
      /** Images are others than when the draft was begun. */
      imagesChanged: z.boolean(),
      /** Key (AES-256, base64) of what this user's browser keeps of this study's draft while it cannot be sent. */
      localKey: z.string(),
      /** Signing asks for the password. */
      passwordNeeded: z.boolean(),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
  images: {
    method: 'PUT',
    path: '/api/studies/:studyId/reading/images',
    summary:
      'What one reading window shows, and what it loads ahead: sets the cookie that admits it to the images of both with their priors, and of no others',
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({ windowId: Id, priorId: Id.nullable(), nextId: Id.nullable() }),
    response: ok({
      /** Paths of the viewer. */
      shown: z.string(),
      /** Null where there is none, or none that the caller may read. */
      next: z.string().nullable(),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
  asides: {
    method: 'GET',
    path: '/api/reading/put-aside',
    summary: 'The studies that the caller has put aside and still has, the first one first',
    access: 'report.write',
    scope: 'rows',
    response: ok({ studies: z.array(WorklistRow) }),
    errors: [],
  },
  putAside: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/put-aside',
    summary: 'Leave a study for later: it stays with the caller, and is not their next one until they take it up again',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({}),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND'],
  },
  takeUp: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/take-up',
    summary: 'Go on with a study that was put aside',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({}),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND'],
  },
  skip: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/skip',
    summary: 'Go past a study, and say why: it is in its course',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({ reason: SkipReason, note: paragraph(500).default('') }),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION'],
  },
  hold: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/hold',
    summary: 'Begin to write, or go on: for a minute. `takeOver` ends the hold of somebody else',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({ windowId: Id, takeOver: z.boolean().default(false) }),
    response: ok({
      /** Goes up whenever another window writes. */
      fence: z.int().positive(),
      leaseUntil: Instant,
      /** When the draft that is gone on with was saved; null where there is none. */
      savedAt: Instant.nullable(),
      /** Of that draft. */
      keyImages: z.array(KeyImage),
    }),
    errors: ['STUDY_NOT_FOUND', 'FORBIDDEN', 'REPORT_HELD'],
  },
  ask: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/ask',
    summary: 'Ask whoever writes the report to save it and hand it over; nothing if nobody else writes it',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({ windowId: Id }),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'FORBIDDEN'],
  },
  release: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/release',
    summary: 'Write no longer; nothing where somebody else does by now',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: Held,
    response: ok({}),
    errors: ['STUDY_NOT_FOUND'],
  },
  save: {
    method: 'PUT',
    path: '/api/studies/:studyId/reading/draft',
    summary: 'Save the draft by itself: says that a report was begun, not that there is a draft',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: Held.extend({
      /** The newest that the writer knows; 0 where there was none. */
      revision: z.int().min(0),
      kind: ReportKind,
      reason: paragraph(2_000).default(''),
      content: ReportContent,
    }),
    response: ok({ revision: z.int().positive(), savedAt: Instant }),
    errors: [...NOT_MINE, 'DRAFT_STALE', 'REPORT_TEXT_INVALID', 'REPORT_KIND_IMPOSSIBLE', 'INVALID_TRANSITION'],
  },
  putAway: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/put-away',
    summary: 'Put the saved draft away as one: the study is Drafted, and anybody assigned may go on',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: Held.extend({ revision: z.int().positive() }),
    response: ok({}),
    errors: [...NOT_MINE, 'DRAFT_STALE', 'INVALID_TRANSITION'],
  },
  discard: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/discard',
    summary: 'Throw the draft away',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: Held.extend({ revision: z.int().positive() }),
    response: ok({}),
    errors: [...NOT_MINE, 'DRAFT_STALE'],
  },
  sign: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/sign',
    summary: 'Sign the saved draft: it is a report of the study from now on, and its document is made',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: Held.extend({
      revision: z.int().positive(),
      meaning: SignatureMeaning,
      confirmed: z.array(Confirmation).max(confirmations.length),
      /** As the signer sees them: others are not signed. */
      keyImages: KeyImageOrder.default([]),
      /** Asked for where the last confirmation of this session is too long ago. */
      password: text(1_000).optional(),
      /** The same again signs once. */
      requestId: Id,
    }),
    response: ok({ version: ReportVersion }),
    errors: [
      ...NOT_MINE,
      'CONFLICT',
      'DRAFT_STALE',
      'REPORT_INCOMPLETE',
      'REPORT_UNCONFIRMED',
      'REPORT_KIND_IMPOSSIBLE',
      'SIGNATURE_PASSWORD_NEEDED',
      'SIGNATURE_PASSWORD_INCORRECT',
      'TOO_MANY_ATTEMPTS',
      'BUSY',
      'INVALID_TRANSITION',
    ],
  },
  recall: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/recall',
    summary: 'Recall a report that the caller signed a moment ago and that is not released yet: its text is the draft again',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({ versionId: Id }),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'FORBIDDEN', 'REPORT_NOT_RECALLABLE', 'INVALID_TRANSITION'],
  },
  versions: {
    method: 'GET',
    path: '/api/studies/:studyId/report-versions',
    summary: 'What was signed of a study, newest first, as far as the caller may read it; and whether it is what was signed',
    access: 'report.view',
    scope: 'study',
    params: StudyParams,
    response: ok({
      versions: z.array(ReportVersion.extend({ snapshot: ReportSnapshot })),
      /** Every version's hash is that of its content, each names the one before, and none is missing that the audit log has. */
      isIntact: z.boolean(),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
})
