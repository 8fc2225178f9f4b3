import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, paragraph, text, Uid } from '../core/primitives.ts'
import { ReportKind, SignatureMeaning } from '../studies/report-kinds.ts'
import { HistorySource, WorklistRow } from '../studies/studies.ts'
import { Annotations } from './annotations.ts'
import { DisplayRule } from './display-rules.ts'
import { KeyImage, KeyImageOrder } from './key-images.ts'
import { Confirmation, confirmations, ReportContent, ReportDraft, ReportHold, TemplateName } from './report-drafts.ts'
import { ReportSnapshot, ReportVersion, UndisplayedSeries } from './report-versions.ts'

/** A series of images, and how much of it the caller has had on the screen (docs/decisions/reading/displayed-images.md). */
export const ReadSeries = z.object({
  seriesInstanceUid: z.string(),
  number: z.int().nullable(),
  modality: z.string(),
  description: z.string().nullable(),
  bodyPart: z.string().nullable(),
  /** Of the headers, as DICOM writes them. Null if they do not say it. `laterality`: null if not all images have the same. */
  laterality: z.string().nullable(),
  imageType: z.string().nullable(),
  scanningSequence: z.string().nullable(),
  imageCount: z.int(),
  /** The laboratory's own rule for what counts as displayed. Null: the usual one of the modality. */
  rule: DisplayRule.nullable(),
  /** All that must be seen was on the screen. */
  isDisplayed: z.boolean(),
  /** So many of its `frames` were on the screen: images, or frames of multi-frame images. */
  shown: z.int(),
  frames: z.int(),
  /** So many could not be drawn. The signer must say how they were seen. */
  undrawn: z.int(),
})
export type ReadSeries = z.infer<typeof ReadSeries>

const count = z.int().min(0).max(1_000_000)

/** The part of a series that was on the screen, in images or frames. */
export const SeenSeries = z.strictObject({ isWhole: z.boolean(), shown: count, frames: count, undrawn: count })
export type SeenSeries = z.infer<typeof SeenSeries>

/** The reasons for leaving a study to be read later, or by another doctor. */
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
    summary: 'Initial data of the reading page: study, draft, writer and signed reports',
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    query: z.object({ windowId: Id }),
    response: ok({
      study: WorklistRow,
      clinicalHistory: z.string(),
      historySource: HistorySource,
      draft: ReportDraft.nullable(),
      /** Of the draft, in their order. */
      keyImages: z.array(KeyImage),
      /** The current drawings on the study's images. */
      annotations: Annotations,
      /** In the order of their numbers. */
      series: z.array(ReadSeries),
      /** The series that the caller accounted for when they last signed a report of these images. */
      answered: z.array(UndisplayedSeries),
      hold: ReportHold.nullable(),
      /** Newest first. */
      versions: z.array(ReportVersion),
      /** The next kinds that can be signed; empty if the caller may only read. */
      kinds: z.array(ReportKind),
      /** The caller has put the study aside. */
      isAside: z.boolean(),
      /** Images are others than when the draft was begun. */
      imagesChanged: z.boolean(),
      /** A report was uploaded since the draft was begun. */
      hasNewReport: z.boolean(),
      /** The caller may read other studies of the patient. */
      hasPriors: z.boolean(),
      /** Grows each time the study is complete with other images than before. */
      generation: z.int(),
      /** Key (AES-256, base64) of what this user's browser keeps of this study's draft while it cannot be sent. */
      localKey: z.string(),
      /** Signing asks for the password. */
      passwordNeeded: z.boolean(),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
  localKey: {
    method: 'GET',
    path: '/api/reading/local-key',
    summary:
      "The key to the caller's own unsaved text of a study in their browser, also after the study was given to somebody else",
    access: 'report.write',
    scope: 'none',
    query: z.object({ studyId: Id }),
    response: ok({ localKey: z.string() }),
    errors: [],
  },
  images: {
    method: 'PUT',
    path: '/api/studies/:studyId/reading/images',
    summary:
      'Set the studies that a reading window shows and preloads. Sets the cookie that admits it to their images and priors only',
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({ windowId: Id, priorId: Id.nullable(), nextId: Id.nullable() }),
    response: ok({
      /** Paths of the viewer. */
      shown: z.string(),
      /** Null if there is none, or none that the caller may read. */
      next: z.string().nullable(),
      /** The number of images of each study, counted before a viewer requests them. */
      images: z.object({ shown: z.int(), next: z.int().nullable() }),
      /** The generation of each study's images. What a viewer loaded of an earlier one may be out of date. */
      generations: z.object({ shown: z.int(), next: z.int().nullable() }),
    }),
    errors: ['STUDY_NOT_FOUND', 'STUDY_UID_AMBIGUOUS'],
  },
  displayed: {
    method: 'POST',
    path: '/api/studies/:studyId/reading/displayed',
    summary: 'Say which series the caller has had on the screen, wholly or in part: signing asks about the others',
    access: 'report.write',
    scope: 'study',
    params: StudyParams,
    body: z.strictObject({
      seriesInstanceUids: z.array(Uid).min(1).max(1_000),
      /** How many images of a series the caller's viewer had, left out: all that the server knows; and the part that was seen, left out: all of them. */
      loaded: z
        .array(z.strictObject({ seriesInstanceUid: Uid, images: count, seen: SeenSeries.optional() }))
        .max(1_000)
        .default([]),
    }),
    response: ok({}),
    errors: ['STUDY_NOT_FOUND', 'FORBIDDEN'],
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
    summary: 'Continue with a study that was put aside',
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
    summary: 'Skip a study with a reason, shown in its history',
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
      /** The time at which the continued draft was saved; null if there is none. */
      savedAt: Instant.nullable(),
      /** Of that draft. */
      keyImages: z.array(KeyImage),
      /** The current drawings on the study's images. */
      annotations: Annotations,
    }),
    errors: ['STUDY_NOT_FOUND', 'STUDY_REASSIGNED', 'FORBIDDEN', 'REPORT_HELD'],
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
      /** The newest that the writer knows; 0 if there was none. */
      revision: z.int().min(0),
      kind: ReportKind,
      reason: paragraph(2_000).default(''),
      content: ReportContent,
      templateName: TemplateName.nullable().default(null),
    }),
    response: ok({
      revision: z.int().positive(),
      savedAt: Instant,
      /** The caller has written all of the draft, in this session and window. Otherwise signing demands the confirmation `draft`. */
      isSole: z.boolean(),
    }),
    errors: [
      ...NOT_MINE,
      'STUDY_REASSIGNED',
      'DRAFT_STALE',
      'REPORT_TEXT_INVALID',
      'REPORT_KIND_IMPOSSIBLE',
      'INVALID_TRANSITION',
    ],
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
    summary: 'Discard the draft',
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
      /** Asked for if the last confirmation of this session is too long ago. */
      password: text(1_000).optional(),
      /** A repeated request with this ID signs only once. */
      requestId: Id,
    }),
    response: ok({ version: ReportVersion }),
    errors: [
      ...NOT_MINE,
      'CONFLICT',
      'DRAFT_STALE',
      'REPORT_INCOMPLETE',
      'REPORT_UNCONFIRMED',
      'REPORT_UNCHECKED',
      'STUDY_OF_SEVERAL_PEOPLE',
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
    summary: 'Signed reports of a study that the caller may read, newest first, each with the result of its verification',
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
