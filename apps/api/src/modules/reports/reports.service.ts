import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/errors'
import type { ReportStatus } from '@readroom/contracts/reports'
import { nextStatus, type StudyEvent } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { isActivelyAssigned } from '@readroom/db/queries/assignments'
import {
  countReports,
  findReport,
  insertReport,
  listReports,
  markReportDeleted,
  markReported,
  type ReportRecord,
  recordDownload,
} from '@readroom/db/queries/reports'
import { findStudy, lockStudy, type StudyRow } from '@readroom/db/queries/studies'
import { transition } from '@readroom/db/transition'
import type { Context } from '../../context.ts'
import type { ReportFile } from './report-file.ts'

type ReportKey = { studyId: string; reportId: string }
type NewReport = { studyId: string; doctorId: string; reportStatus: ReportStatus; file: ReportFile }

const uploadEvents = {
  draft: () => 'drafted',
  finalized: ({ role }) => (role === 'admin' ? 'uploaded' : 'finalized'),
} as const satisfies Record<ReportStatus, (actor: Actor) => StudyEvent>

const downloadEvents = {
  admin: 'downloaded_by_admin',
  lab_staff: 'downloaded_by_lab',
  doctor_account: 'downloaded_by_radiologist',
} as const satisfies Record<Actor['role'], StudyEvent>

async function lockVisible(tx: Db, actor: Actor, studyId: string): Promise<StudyRow> {
  const study = await lockStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  return study
}

async function findVisibleReport(tx: Db, actor: Actor, { studyId, reportId }: ReportKey): Promise<ReportRecord> {
  const found = await findReport(tx, actor, studyId, reportId)
  if (!found) throw new AppError('REPORT_NOT_FOUND')
  return found
}

export function createReportService({ db, storage }: Pick<Context, 'db' | 'storage'>) {
  async function storeReport(tx: Db, actor: Actor, { studyId, doctorId, reportStatus, file }: NewReport, objectKey: string) {
    const study = await lockVisible(tx, actor, studyId)
    if (!(await isActivelyAssigned(tx, { studyId, doctorId }))) throw new AppError('DOCTOR_NOT_ASSIGNED')
    const { bytes, fileName, contentType, sha256 } = file
    const stored = { objectKey, fileName, contentType, sha256, sizeBytes: bytes.length }
    const report = await insertReport(tx, { studyId, doctorId, status: reportStatus, uploadedBy: actor.userId, ...stored })
    if (reportStatus === 'finalized') await markReported(tx, studyId, doctorId)
    const details = { reportId: report.id, version: report.version }
    await transition(tx, study, uploadEvents[reportStatus](actor), { actorUserId: actor.userId, details })
    await audit(tx, actor, { action: `report.${reportStatus}`, target: { type: 'study', id: studyId }, details })
    return report
  }

  return {
    async list(actor: Actor, studyId: string): Promise<{ study: StudyRow; reports: ReportRecord[] }> {
      const study = await findStudy(db, actor, studyId)
      if (!study) throw new AppError('STUDY_NOT_FOUND')
      return { study, reports: await listReports(db, actor, studyId) }
    },

    /** What can be said before the file is read, so that a refused upload is not waited for. */
    async checkUploadable(actor: Actor, studyId: string): Promise<void> {
      if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
    },

    /** Stores the file under a random key, then the report; where the database refuses, the file goes again. */
    async upload(actor: Actor, report: NewReport) {
      if (actor.doctorId && actor.doctorId !== report.doctorId) throw new AppError('FORBIDDEN')
      const objectKey = `reports/${randomUUID()}`
      await storage.put(objectKey, report.file.bytes, { contentType: report.file.contentType })
      try {
        return await db.transaction((tx) => storeReport(tx, actor, report, objectKey))
      } catch (error) {
        await storage.delete(objectKey)
        throw error
      }
    },

    /** The file, and the record that the caller took it. Only a finalized report's download moves the status. */
    async download(actor: Actor, key: ReportKey): Promise<{ record: ReportRecord; stream: Readable }> {
      const study = await findStudy(db, actor, key.studyId)
      if (!study) throw new AppError('STUDY_NOT_FOUND')
      const record = await findVisibleReport(db, actor, key)
      const { stream } = await storage.get(record.report.objectKey)
      try {
        await db.transaction((tx) => recordTaken(tx, actor, record))
      } catch (error) {
        stream.destroy()
        throw error
      }
      return { record, stream }
    },

    /** Own drafts only. With the last draft gone the study is in progress again. */
    async remove(actor: Actor, key: ReportKey): Promise<void> {
      await db.transaction(async (tx) => {
        const study = await lockVisible(tx, actor, key.studyId)
        const { report } = await findVisibleReport(tx, actor, key)
        if (report.status === 'finalized') throw new AppError('REPORT_FINALIZED')
        if (report.uploadedBy !== actor.userId) throw new AppError('REPORT_NOT_YOURS')
        await markReportDeleted(tx, report.id)
        const details = { reportId: report.id }
        const isLastDraft = study.status === 'report_drafted' && (await countReports(tx, study.id)) === 0
        if (isLastDraft) await transition(tx, study, 'report_started', { actorUserId: actor.userId, details })
        await audit(tx, actor, { action: 'report.deleted', target: { type: 'study', id: study.id }, details })
      })
    },
  }
}

async function recordTaken(tx: Db, actor: Actor, { report }: ReportRecord): Promise<void> {
  const study = await lockVisible(tx, actor, report.studyId)
  await recordDownload(tx, { studyId: study.id, reportId: report.id, userId: actor.userId, kind: 'report' })
  await audit(tx, actor, {
    action: 'report.downloaded',
    target: { type: 'study', id: study.id },
    details: { reportId: report.id },
  })
  const event = downloadEvents[actor.role]
  const counts = report.status === 'finalized' && report.withdrawnAt === null
  const moves = counts && ![null, study.status].includes(nextStatus(study.status, event))
  if (moves) await transition(tx, study, event, { actorUserId: actor.userId, details: { reportId: report.id } })
}
