import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Pagination } from '../core/pagination.ts'
import { CalendarDate, Id, Instant, Sex } from '../core/primitives.ts'

/** `split`: the images of another person got a study of their own. `renewal`: all images of a study got another study UID. */
export const imageMoveKinds = ['split', 'renewal'] as const

/** `moving` and `returning`: the image archive is at work, or waits for another attempt. `returned`: undone. */
export const imageMoveStates = ['moving', 'moved', 'returning', 'returned'] as const

/** The decision about a report of a mixed study: it stays, as one of the person who stays, or it is withdrawn. */
export const SplitReport = z.enum(['stays', 'withdrawn'])
export type SplitReport = z.infer<typeof SplitReport>

const MovedStudy = z.object({
  studyId: Id,
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  description: z.string().nullable(),
  studyDate: CalendarDate.nullable(),
  laboratory: z.string().nullable(),
})
export type MovedStudy = z.infer<typeof MovedStudy>

/** A move of images to another study UID, as administrators see it. */
export const ImageMove = z.object({
  moveId: Id,
  kind: z.enum(imageMoveKinds),
  state: z.enum(imageMoveStates),
  study: MovedStudy,
  /** The study that was split off, if it is there. */
  other: MovedStudy.nullable(),
  numberOfImages: z.int(),
  decidedAt: Instant,
  decidedBy: z.string(),
})
export type ImageMove = z.infer<typeof ImageMove>

/** A person as the list of people names them. */
const LeavingPerson = z.strictObject({
  name: z.string().max(1_000).nullable(),
  birthDate: CalendarDate.nullable(),
  sex: Sex.nullable(),
})

const forAdmins = { access: 'identity.review' } as const
const page = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(50).default(20),
})

/** Studies that share their study UID. */
const StudiesOfOneUid = z.object({
  studyInstanceUID: z.string(),
  studies: z.array(MovedStudy.extend({ numberOfImages: z.int() })),
})
export type StudiesOfOneUid = z.infer<typeof StudiesOfOneUid>

export const imageMoveEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    scope: 'none',
    method: 'GET',
    path: '/api/admin/image-moves',
    summary: 'Studies that were split, or got another study UID, the newest first',
    query: page,
    response: ok({ data: z.array(ImageMove), pagination: Pagination }),
    errors: [],
  },
  split: {
    ...forAdmins,
    scope: 'study',
    method: 'POST',
    path: '/api/admin/studies/:studyId/people/split',
    summary: 'Give the images of other people in a study a study of their own. Answers 409 if the images changed',
    params: z.object({ studyId: Id }),
    body: z.strictObject({
      version: z.string().max(100),
      /** The people whose images leave the study. */
      people: z.array(LeavingPerson).min(1).max(100),
      /** Null if the study has no report. */
      report: SplitReport.nullable(),
    }),
    response: ok({ message: z.string() }),
    errors: [
      'STUDY_NOT_FOUND',
      'STUDY_PEOPLE_CHANGED',
      'SPLIT_LEAVES_NOBODY',
      'SPLIT_REPORT_UNDECIDED',
      'SPLIT_REPORT_OF_OTHER',
      'IMAGES_MOVING',
    ],
  },
  undo: {
    ...forAdmins,
    scope: 'none',
    method: 'POST',
    path: '/api/admin/image-moves/:moveId/undo',
    summary:
      'Return the images of a split-off study to the study that they came with, or give a study its former UID again. Answers 409 if the split-off study has a report or draft',
    params: z.object({ moveId: Id }),
    body: z.strictObject({}),
    response: ok({ message: z.string() }),
    errors: ['SPLIT_NOT_FOUND', 'SPLIT_IN_USE', 'UID_IN_USE', 'IMAGES_MISSING', 'IMAGES_MOVING'],
  },
  listOfOneUid: {
    ...forAdmins,
    scope: 'none',
    method: 'GET',
    path: '/api/admin/studies-of-one-uid',
    summary: 'Studies whose images are hidden because they share a study UID, by UID',
    query: page,
    response: ok({ data: z.array(StudiesOfOneUid), pagination: Pagination }),
    errors: [],
  },
  renew: {
    ...forAdmins,
    scope: 'study',
    method: 'POST',
    path: '/api/admin/studies/:studyId/new-uid',
    summary: 'Give a study that shares its study UID another one. The former UID still finds it for orders and late images',
    params: z.object({ studyId: Id }),
    body: z.strictObject({}),
    response: ok({ message: z.string() }),
    errors: ['STUDY_NOT_FOUND', 'STUDY_UID_UNIQUE', 'IMAGES_MISSING', 'IMAGES_MOVING'],
  },
})
