import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id } from '../core/primitives.ts'
import { StudyOutcome } from './bulk-actions.ts'

/** Studies in one ZIP, at most. */
export const maxBulkStudies = 200

/** ZIPs of one user that are being built at the same time, at most. */
export const maxBulkZips = 3

export const BulkZip = z.object({
  id: Id,
  state: z.enum(['queued', 'processing', 'completed', 'failed', 'expired']),
  imagesDone: z.int(),
  imagesTotal: z.int(),
  fileSizeMB: z.number().nullable(),
  fileName: z.string(),
  /** The reason for its failure, for the user. */
  error: z.string().nullable(),
  /** Of a completed one: good for at most 15 minutes. */
  downloadUrl: z.string().nullable(),
})
export type BulkZip = z.infer<typeof BulkZip>

export const bulkDownloadEndpoints = defineEndpoints({
  create: {
    method: 'POST',
    path: '/api/downloads/bulk',
    summary: "Queue one ZIP of the caller's studies among the chosen; the others are answered as not found",
    access: 'image.download',
    scope: 'rows',
    body: z.strictObject({ studyIds: z.array(Id).min(1).max(maxBulkStudies) }),
    /** Without a ZIP if none of the studies can be packed. */
    response: ok({ bulkZip: BulkZip.nullable(), results: z.array(StudyOutcome) }),
    errors: ['STUDY_NOT_FOUND', 'IMAGES_MISSING', 'TOO_MANY_BULK_ZIPS'],
  },
  status: {
    method: 'GET',
    path: '/api/downloads/bulk/:bulkZipId',
    leavesTrace: true,
    summary: 'State, progress and link of an own ZIP, as long as the caller sees all of its studies',
    access: 'image.download',
    scope: 'rows',
    params: z.object({ bulkZipId: Id }),
    response: ok({ bulkZip: BulkZip }),
    errors: ['BULK_ZIP_NOT_FOUND', 'STORAGE_UNAVAILABLE'],
  },
})
