import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { AeTitle, Id } from '../core/primitives.ts'
import { WorklistRow } from '../studies/studies.ts'

/** A laboratory as a choice: its id, its name and its identifier. */
export const LocationOption = z.object({ value: Id, label: z.string(), code: z.string() })
export type LocationOption = z.infer<typeof LocationOption>

const onStudy = {
  path: '/api/admin/studies/:studyId/location',
  access: 'study.locate',
  scope: 'none',
  params: z.object({ studyId: Id }),
} as const

export const locationEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/tat/locations',
    summary: 'The laboratories that the caller sees studies of',
    access: 'location.list',
    scope: 'rows',
    response: ok({ locations: z.array(LocationOption) }),
    errors: [],
  },
  ofStudy: {
    ...onStudy,
    method: 'GET',
    summary: 'The AE title that sent a study, and the number of other studies of that AE title without a location',
    response: ok({ locationId: Id.nullable(), callingAeTitle: z.string().nullable(), others: z.int() }),
    errors: ['STUDY_NOT_FOUND'],
  },
  set: {
    ...onStudy,
    method: 'PUT',
    summary: "Set a study's laboratory, and with `others` that of all studies of its AE title that have none",
    body: z.strictObject({ locationId: Id, others: z.boolean().default(false) }),
    response: ok({ study: WorklistRow, changed: z.int() }),
    errors: ['STUDY_NOT_FOUND', 'LAB_NOT_FOUND'],
  },
  claim: {
    method: 'POST',
    path: '/api/admin/labs/:labId/claim-studies',
    summary: 'Give a laboratory all studies of one of its AE titles that have no laboratory',
    access: 'study.locate',
    scope: 'none',
    params: z.object({ labId: Id }),
    body: z.strictObject({ aeTitle: AeTitle }),
    response: ok({ message: z.string(), changed: z.int() }),
    errors: ['LAB_NOT_FOUND'],
  },
})
