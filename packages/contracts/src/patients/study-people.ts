import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Pagination } from '../core/pagination.ts'
import { CalendarDate, Id, Instant, Sex } from '../core/primitives.ts'

/** Images of one series that name one person. */
const NamedImages = z.object({
  seriesNumber: z.int().nullable(),
  modality: z.string().nullable(),
  description: z.string().nullable(),
  numberOfImages: z.int(),
  /** The first of them, for a picture. */
  seriesInstanceUID: z.string(),
  sopInstanceUID: z.string(),
})
export type NamedImages = z.infer<typeof NamedImages>

/** A person whom images of a study name. A part that the images don't name is null. */
export const StudyPerson = z.object({
  name: z.string().nullable(),
  birthDate: CalendarDate.nullable(),
  sex: Sex.nullable(),
  images: z.array(NamedImages),
})
export type StudyPerson = z.infer<typeof StudyPerson>

/** A study whose images name several people, for a decision. */
export const StudyOfSeveralPeople = z.object({
  studyId: Id,
  studyInstanceUID: z.string(),
  /** Names this list of people: a decision about another one is refused. */
  version: z.string(),
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  laboratory: z.string().nullable(),
  description: z.string().nullable(),
  studyDate: CalendarDate.nullable(),
  since: Instant,
  /** A report stands: a split must say what becomes of it. */
  hasReport: z.boolean(),
  /** Images of it are being moved. */
  isMoving: z.boolean(),
  people: z.array(StudyPerson),
})
export type StudyOfSeveralPeople = z.infer<typeof StudyOfSeveralPeople>

const forAdmins = { access: 'identity.review' } as const

export const studyPeopleEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    scope: 'none',
    method: 'GET',
    path: '/api/admin/studies-of-several-people',
    summary: 'Studies whose images name several people and that wait for a decision, the newest first',
    query: z.strictObject({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: ok({ data: z.array(StudyOfSeveralPeople), pagination: Pagination }),
    errors: [],
  },
  accept: {
    ...forAdmins,
    scope: 'study',
    method: 'POST',
    path: '/api/admin/studies/:studyId/people/same',
    summary: 'Decide that all images of a study are of one person, however they name them. Answers 409 if the images changed',
    params: z.object({ studyId: Id }),
    body: z.strictObject({ version: z.string().max(100) }),
    response: ok({ message: z.string() }),
    errors: ['STUDY_NOT_FOUND', 'STUDY_PEOPLE_CHANGED'],
  },
})
