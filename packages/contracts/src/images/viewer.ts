import { z } from 'zod'
import { browserViewers } from '../access/auth.ts'
import { defineEndpoints } from '../core/endpoint.ts'
import { Id, text, Uid } from '../core/primitives.ts'

const gateway = {
  method: 'GET',
  access: 'image.view',
  response: 'proxy',
  errors: [
    'NOT_AUTHENTICATED',
    'NOT_FOUND',
    'STUDY_NOT_FOUND',
    'NOT_ACCEPTABLE',
    'STUDY_UID_AMBIGUOUS',
    'IMAGES_MISSING',
    'SERIES_WITHOUT_IMAGES',
    'IMAGE_TOO_LARGE',
    'IMAGE_INVALID',
    'IMAGE_NOT_DRAWN',
    'ARCHIVE_BUSY',
    'ARCHIVE_UNAVAILABLE',
  ],
} as const

export const viewerEndpoints = defineEndpoints({
  open: {
    method: 'GET',
    path: '/viewer/open',
    leavesTrace: true,
    summary:
      'Exchanges a viewer ticket for a cookie that opens one study with its priors, and leads to the viewer; beside a prior where one is named',
    access: 'public',
    scope: 'none',
    query: z.object({ ticket: text(200), viewer: z.enum(browserViewers).default('ohif'), priorId: Id.optional() }),
    response: 'redirect',
    errors: ['NOT_AUTHENTICATED', 'NOT_FOUND', 'STUDY_NOT_FOUND'],
  },
  searchStudies: {
    ...gateway,
    path: '/dicom-web/studies',
    summary: "QIDO-RS search among the caller's studies (PS3.18 section 10.6)",
    scope: 'rows',
  },
  study: {
    ...gateway,
    path: '/dicom-web/studies/:studyInstanceUID',
    summary: 'WADO-RS: a study',
    scope: 'study',
    params: z.object({ studyInstanceUID: Uid }),
  },
  studyPart: {
    ...gateway,
    path: '/dicom-web/studies/:studyInstanceUID/*',
    summary: 'QIDO-RS and WADO-RS below a study: series, instances, metadata, frames, bulk data',
    scope: 'study',
    params: z.object({ studyInstanceUID: Uid, '*': text(1000) }),
  },
})

/** The gateway's picture of one image, for pages that draw none themselves. Served as `studyPart`. */
export const renderedImage = {
  ...viewerEndpoints.studyPart,
  path: '/dicom-web/studies/:studyInstanceUID/series/:seriesInstanceUID/instances/:sopInstanceUID/rendered',
  params: z.object({ studyInstanceUID: Uid, seriesInstanceUID: Uid, sopInstanceUID: Uid }),
  response: 'file',
} as const
