import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, OrthancId, text } from '../core/primitives.ts'
import { WorklistRow } from '../studies/studies.ts'

const ViewedStudy = WorklistRow.pick({
  _id: true,
  patientId: true,
  patientName: true,
  ageGender: true,
  accessionNumber: true,
  description: true,
  studyDate: true,
  caseType: true,
  priority: true,
}).extend({ imagesMissing: z.boolean() })
export type ViewedStudy = z.infer<typeof ViewedStudy>

/** A series by the archive's id. Null means that the images do not say. */
const ViewedSeries = z.object({
  _id: OrthancId,
  seriesNumber: z.int().nullable(),
  description: z.string().nullable(),
  modality: z.string().nullable(),
  bodyPart: z.string().nullable(),
  numberOfImages: z.int(),
})
export type ViewedSeries = z.infer<typeof ViewedSeries>

const gateway = {
  method: 'GET',
  access: 'image.view',
  scope: 'study',
} as const

const part = {
  response: 'proxy',
  errors: [
    'NOT_AUTHENTICATED',
    'NOT_FOUND',
    'STUDY_NOT_FOUND',
    'IMAGES_MISSING',
    'SERIES_WITHOUT_IMAGES',
    'IMAGE_TOO_LARGE',
    'IMAGE_INVALID',
    'IMAGE_NOT_DRAWN',
    'ARCHIVE_BUSY',
    'ARCHIVE_UNAVAILABLE',
  ],
} as const

/** The image archive's own viewer, for one study at a time. Everything is below one address, which is its cookie's path. */
export const archiveViewerEndpoints = defineEndpoints({
  series: {
    ...gateway,
    path: '/archive-viewer/:studyId/series',
    summary: 'Series and images of a study that the archive viewer can show',
    params: z.object({ studyId: Id }),
    /** `frame` is the address below which the archive's page is, for a frame without cookies. */
    response: ok({ study: ViewedStudy, series: z.array(ViewedSeries), frame: z.string() }),
    errors: ['NOT_AUTHENTICATED', 'NOT_FOUND', 'STUDY_NOT_FOUND'],
  },
  part: {
    ...gateway,
    ...part,
    path: '/archive-viewer/:studyId/web-viewer/*',
    summary: "The archive viewer's own pages, and the series and images of the study that they ask for",
    params: z.object({ studyId: Id, '*': text(200) }),
  },
  framedPart: {
    ...part,
    method: 'GET',
    access: 'public',
    scope: 'none',
    path: '/archive-viewer/:studyId/frame/:key/*',
    summary: 'The same for the sandboxed frame, by the key in its address that `series` answered',
    params: z.object({ studyId: Id, key: text(1000), '*': text(200) }),
  },
})
