import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id } from '../core/primitives.ts'
import { WorklistRow } from '../studies/studies.ts'

/** An earlier study of the patient in the same laboratory, to be read beside the current one. Null means that the images do not say. */
export const Prior = WorklistRow.pick({
  _id: true,
  studyInstanceUID: true,
  patientName: true,
  studyDate: true,
  uploadDateTime: true,
  description: true,
  modality: true,
  series: true,
  workflowStatus: true,
  reportedBy: true,
}).extend({
  /** `workflowStatus` in words. */
  statusLabel: z.string(),
  /** A finished report that stands: the only kind that is read of a prior. */
  ReportAvailable: z.boolean(),
})
export type Prior = z.infer<typeof Prior>

export const priorEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/studies/:studyId/priors',
    summary:
      'Earlier studies of the same patient of the same laboratory, newest first: their images and finished reports may be read',
    access: 'study.view',
    scope: 'study',
    params: z.object({ studyId: Id }),
    response: ok({ priors: z.array(Prior) }),
    errors: ['STUDY_NOT_FOUND'],
  },
})
