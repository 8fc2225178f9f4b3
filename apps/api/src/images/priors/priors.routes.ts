import { AppError } from '@readroom/contracts/core/errors'
import { type Prior, priorEndpoints } from '@readroom/contracts/images/priors'
import { statusTable } from '@readroom/contracts/studies/study-workflow'
import { listPriorRecords, type PriorRecord } from '@readroom/db/images/priors'
import { findStudy } from '@readroom/db/studies/studies'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'

const toPrior = ({ study, reportedBy, hasReport }: PriorRecord): Prior => ({
  _id: study.id,
  studyInstanceUID: study.studyInstanceUid,
  patientName: study.patientName,
  studyDate: study.studyDate,
  uploadDateTime: study.receivedAt.toISOString(),
  description: study.description,
  modality: study.modalities.join(', ') || null,
  series: `${study.seriesCount}/${study.imageCount}`,
  workflowStatus: study.status,
  statusLabel: statusTable[study.status].label,
  ReportAvailable: hasReport,
  reportedBy,
})

export function priorRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  mount(app, context, priorEndpoints.list, async ({ actor, params: { studyId } }) => {
    if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
    return { priors: (await listPriorRecords(db, actor, studyId)).map(toPrior) }
  })
}
