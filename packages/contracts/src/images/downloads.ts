import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { OrthancId, text } from '../core/primitives.ts'
import { ZipState } from '../studies/studies.ts'

const fileErrors = ['RANGE_NOT_SATISFIABLE', 'FILE_MISSING', 'ARCHIVE_UNAVAILABLE', 'STORAGE_UNAVAILABLE'] as const

const ArchiveParams = z.object({ orthancStudyID: OrthancId })

export const downloadEndpoints = defineEndpoints({
  r2Direct: {
    method: 'GET',
    path: '/api/download/study/:orthancStudyID/r2-direct',
    leavesTrace: true,
    summary: "A link of at most 15 minutes to the study's pre-built ZIP; a missing or expired ZIP is queued",
    access: 'image.download',
    scope: 'study',
    params: ArchiveParams,
    response: ok({
      message: z.string(),
      data: z.object({
        downloadUrl: z.string(),
        fileName: z.string(),
        fileSizeMB: z.number(),
        expectedSpeed: z.string(),
        storageProvider: z.string(),
      }),
    }),
    errors: ['STUDY_NOT_FOUND', 'ZIP_NOT_READY', 'ZIP_EXPIRED', 'STORAGE_UNAVAILABLE'],
  },
  direct: {
    method: 'GET',
    path: '/api/orthanc-download/study/:orthancStudyID/download',
    leavesTrace: true,
    summary: "The study's ZIP, from storage when it is pre-built, otherwise packed on the way",
    access: 'image.download',
    scope: 'study',
    params: ArchiveParams,
    response: 'file',
    errors: ['STUDY_NOT_FOUND', ...fileErrors],
  },
  zipStatus: {
    method: 'GET',
    path: '/api/download/study/:orthancStudyID/status',
    summary: "State and progress of the study's pre-built ZIP",
    access: 'image.download',
    scope: 'study',
    params: ArchiveParams,
    response: ok({
      zipStatus: ZipState,
      imagesDone: z.int(),
      imagesTotal: z.int(),
      /** Of one that is being built: so far. */
      fileSizeMB: z.number().nullable(),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
  launch: {
    method: 'GET',
    path: '/api/launch/:ticket',
    leavesTrace: true,
    summary: "A study's ZIP for a desktop viewer, once, by the ticket of its launch link",
    access: 'public',
    scope: 'none',
    params: z.object({ ticket: text(200) }),
    response: 'file',
    errors: ['LINK_EXPIRED', 'STUDY_NOT_FOUND', ...fileErrors],
  },
  file: {
    method: 'GET',
    path: '/api/files/:ticket',
    leavesTrace: true,
    summary: 'A ZIP by its ticket, as often as it takes to have all of it; leads to the storage where browsers reach that',
    access: 'public',
    scope: 'none',
    params: z.object({ ticket: text(200) }),
    response: 'file',
    errors: ['LINK_EXPIRED', 'STUDY_NOT_FOUND', ...fileErrors],
  },
})

/** A larger download asks for confirmation. */
export const largeZipMB = 100
