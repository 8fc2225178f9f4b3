import { AppError } from '@readroom/contracts/core/errors'
import type { ReportStatus } from '@readroom/contracts/reports/reports'
import { nextStatus, type StudyEvent } from '@readroom/contracts/studies/study-workflow'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { findReadableStudy } from '@readroom/db/images/priors'
import {
  findReport,
  hasDrafts,
  insertReport,
  isStanding,
  listReportsAfter,
  markReportDeleted,
  type ReportRecord,
  type ReportRow,
  recordDownload,
} from '@readroom/db/reports/reports'
import { isActivelyAssigned } from '@readroom/db/studies/assignments/assignments'
import { lockReadable, recordPriorOpened } from '../images/priors.ts'
import { demandOnePerson } from '../studies/one-person.ts'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { chainUploads } from './report-chain.ts'
import { announceReport } from './report-notices.ts'
import { subjectOf } from './report-subject.ts'

export type ReportKey = { studyId: string; reportId: string }

/** A file that is in storage already. `sha256` in hexadecimal. */
type StoredFile = { objectKey: string; fileName: string; contentType: string; sizeBytes: number; sha256: string }
/** `afterVersion`: the newest version that the report's author knew of. */
type NewReport = { studyId: string; doctorId: string; reportStatus: ReportStatus; afterVersion: number; file: StoredFile }

const uploadEvents = {
  draft: () => 'drafted',
  finalized: ({ role }) => (role === 'admin' ? 'uploaded' : 'finalized'),
} as const satisfies Record<ReportStatus, (actor: Actor) => StudyEvent>

const downloadEvents = {
  admin: 'downloaded_by_admin',
  lab_staff: 'downloaded_by_lab',
  doctor_account: 'downloaded_by_radiologist',
} as const satisfies Record<Actor['role'], StudyEvent>

/** Its document is in storage. */
export const isReady = ({ sha256 }: ReportRow) => sha256 !== null

/** Reports whether the actor may delete the report: an unsigned draft of their own. */
export const isDeletable = (actor: Actor, { status, versionId, uploadedBy }: ReportRow) =>
  status === 'draft' && versionId === null && uploadedBy === actor.userId

/** A report that the actor may read: of a prior, a finished one. Throws STUDY_NOT_FOUND, REPORT_NOT_FOUND. */
export async function findReadableReport(db: Db, actor: Actor, { studyId, reportId }: ReportKey): Promise<ReportRecord> {
  const readable = await findReadableStudy(db, actor, studyId)
  if (!readable) throw new AppError('STUDY_NOT_FOUND')
  const found = await findReport(db, actor, { studyId, isPrior: readable.priorOf !== null }, reportId)
  if (!found) throw new AppError('REPORT_NOT_FOUND')
  return found
}

/** Returns whether the report was stored by an upload like this one: the same content by the same account. */
const isSameUpload = (actor: Actor, { doctorId, reportStatus, file }: NewReport, stored: ReportRow) =>
  stored.uploadedBy === actor.userId &&
  stored.doctorId === doctorId &&
  stored.status === reportStatus &&
  stored.versionId === null &&
  isStanding(stored) &&
  stored.fileName === file.fileName &&
  stored.sha256 === file.sha256

/**
 * The study's next report, of a doctor who has it. An upload that is repeated because its answer was lost gets the report that it stored before.
 * Throws STUDY_NOT_FOUND, FORBIDDEN, DOCTOR_NOT_ASSIGNED, INVALID_TRANSITION, STUDY_OF_SEVERAL_PEOPLE, and REPORT_SUPERSEDED if there is a report that its author does not
 * know of.
 */
export async function submitReport(begun: Before<'study'>, actor: Actor, report: NewReport): Promise<ReportRow> {
  const { studyId, doctorId, reportStatus } = report
  if (actor.doctorId && actor.doctorId !== doctorId) throw new AppError('FORBIDDEN')
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  if (!(await isActivelyAssigned(tx, { studyId, doctorId }))) throw new AppError('DOCTOR_NOT_ASSIGNED')
  const unknown = await listReportsAfter(tx, { studyId, version: report.afterVersion })
  const repeated = unknown.find((earlier) => isSameUpload(actor, report, earlier))
  if (repeated) return repeated
  if (unknown.length > 0) throw new AppError('REPORT_SUPERSEDED')
  demandOnePerson(study)
  const subject = { ...subjectOf(study), patientRowId: study.patientRowId }
  const stored = await insertReport(tx, {
    studyId,
    doctorId,
    status: reportStatus,
    subject,
    uploadedBy: actor.userId,
    ...report.file,
  })
  const hash = await chainUploads(tx, studyId)
  const details = { reportId: stored.id, version: stored.version, doctorId }
  await transition(tx, study, uploadEvents[reportStatus](actor), { actorUserId: actor.userId, details })
  await audit(tx, actor, {
    action: `report.${reportStatus}`,
    target: { type: 'study', id: studyId },
    details: { ...details, hash },
  })
  await announceReport(tx, stored.id, actor.userId)
  return stored
}

/**
 * Records that the actor takes a report that was found before. Only a finalized one's download moves the status, and of a prior none.
 * Throws STUDY_NOT_FOUND, and REPORT_NOT_FOUND if they may not read it any more or it was withdrawn since.
 */
export async function recordReportTaken(
  begun: Before<'study'>,
  actor: Actor,
  { report: found }: Pick<ReportRecord, 'report'>,
): Promise<void> {
  const [tx, { study, priorOf }] = await lockReadable(begun, actor, found.studyId)
  const { report } = (await findReport(tx, actor, { studyId: study.id, isPrior: priorOf !== null }, found.id)) ?? {}
  if (!report || (isStanding(found) && !isStanding(report))) throw new AppError('REPORT_NOT_FOUND')
  const details = { reportId: report.id }
  await recordDownload(tx, { studyId: study.id, reportId: report.id, userId: actor.userId, kind: 'report' })
  await audit(tx, actor, { action: 'report.downloaded', target: { type: 'study', id: study.id }, details })
  if (priorOf !== null) return recordPriorOpened(tx, actor, { studyId: study.id, priorOf })
  const event = downloadEvents[actor.role]
  const counts = report.status === 'finalized' && isStanding(report)
  const moves = counts && ![null, study.status].includes(nextStatus(study.status, event))
  if (moves) await transition(tx, study, event, { actorUserId: actor.userId, details })
}

/**
 * Own drafts only. With the last draft gone the study is in progress again.
 * Throws STUDY_NOT_FOUND, REPORT_NOT_FOUND, REPORT_FINALIZED, REPORT_NOT_YOURS.
 */
export async function removeReport(begun: Before<'study'>, actor: Actor, key: ReportKey): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, key.studyId)
  const { report } = await findReadableReport(tx, actor, key)
  if (report.status === 'finalized' || report.versionId !== null) throw new AppError('REPORT_FINALIZED')
  if (report.uploadedBy !== actor.userId) throw new AppError('REPORT_NOT_YOURS')
  await markReportDeleted(tx, report.id)
  const details = { reportId: report.id }
  const isLastDraft = study.status === 'report_drafted' && !(await hasDrafts(tx, study.id))
  if (isLastDraft) await transition(tx, study, 'report_started', { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'report.deleted', target: { type: 'study', id: study.id }, details })
}
