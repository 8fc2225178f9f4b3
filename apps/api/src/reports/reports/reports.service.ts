import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import type { ReportStatus } from '@readroom/contracts/reports/reports'
import type { Actor } from '@readroom/db/core/actor'
import { findReadableStudy } from '@readroom/db/images/priors'
import { listSent, type SentReport } from '@readroom/db/reports/received-reports'
import { findWordDocument } from '@readroom/db/reports/report-versions'
import {
  findNewestVersion,
  listReportDownloads,
  listReports,
  type ReportDownload,
  type ReportRecord,
} from '@readroom/db/reports/reports'
import { findStudy, type StudyRow } from '@readroom/db/studies/studies'
import { findReadableReport, isReady, type ReportKey, recordReportTaken, submitReport } from '@readroom/domain/reports/reports'
import type { Context } from '../../core/context.ts'
import { beforeSending, openStored, removeUnnamed, storeWith } from '../../core/stored-files.ts'
import { awaitMade } from './await-made.ts'
import type { ReportFile } from './report-file.ts'

type NewReport = { studyId: string; doctorId: string; reportStatus: ReportStatus; afterVersion: number; file: ReportFile }

export type WordRecord = { record: ReportRecord; word: NonNullable<Awaited<ReturnType<typeof findWordDocument>>> }

export function createReportService({ db, storage, pause }: Pick<Context, 'db' | 'storage' | 'pause'>) {
  async function findVisible(actor: Actor, studyId: string): Promise<StudyRow> {
    const study = await findStudy(db, actor, studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return study
  }

  return {
    async list(
      actor: Actor,
      studyId: string,
    ): Promise<{ study: StudyRow; reports: ReportRecord[]; downloads: ReportDownload[]; sent: SentReport[] }> {
      const readable = await findReadableStudy(db, actor, studyId)
      if (!readable) throw new AppError('STUDY_NOT_FOUND')
      const { study, priorOf } = readable
      const isPrior = priorOf !== null
      const reports = await listReports(db, actor, { studyId, isPrior })
      // Readers of a prior do not learn who else has its reports.
      if (isPrior) return { study, reports, downloads: [], sent: [] }
      const [downloads, sent] = [await listReportDownloads(db, actor, studyId), await listSent(db, actor, studyId)]
      return { study, reports, downloads, sent }
    },

    /** Checks what is known before the file is read, so that a refusal does not wait for it. Returns the newest version so far. */
    async checkUploadable(actor: Actor, studyId: string): Promise<number> {
      await findVisible(actor, studyId)
      return findNewestVersion(db, studyId)
    },

    /** Stores the file under a random key, then the report. A repeated upload keeps the file of the first. */
    async upload(actor: Actor, { file: { bytes, ...described }, ...report }: NewReport) {
      const objectKey = `reports/${randomUUID()}`
      const file = { ...described, objectKey, sizeBytes: bytes.length }
      const stored = { key: objectKey, contentType: file.contentType, open: () => bytes }
      const submitted = await storeWith({ db, storage }, [stored], (tx) => submitReport(tx, actor, { ...report, file }))
      if (submitted.objectKey !== objectKey) await removeUnnamed(storage, objectKey)
      return submitted
    },

    /** Returns the report that a download would send. */
    async look(actor: Actor, key: ReportKey): Promise<ReportRecord> {
      const record = await findReadableReport(db, actor, key)
      if (!isReady(record.report)) throw new AppError('REPORT_BEING_MADE', { seconds: 1 })
      return record
    },

    /** Returns the Word document of a signed report, waiting for one that is being made. */
    async lookWord(actor: Actor, key: ReportKey): Promise<WordRecord> {
      return awaitMade({ pause }, async () => {
        const record = await findReadableReport(db, actor, key)
        const word = await findWordDocument(db, record.report.id)
        if (word) return { record, word }
        if (record.report.versionId === null) throw new AppError('REPORT_NOT_FOUND')
        return null
      })
    },

    /** Opens the Word document and records that the account took it. */
    async downloadWord(actor: Actor, key: ReportKey): Promise<WordRecord & { stream: Readable }> {
      const { record, word } = await this.lookWord(actor, key)
      const { stream } = await openStored(storage, 'report', word.objectKey)
      await beforeSending(stream, () => db.transaction((tx) => recordReportTaken(tx, actor, record)))
      return { record, word, stream }
    },

    /** Opens the file and records that the account took it. Waits for one that is being made. */
    async download(actor: Actor, key: ReportKey): Promise<{ record: ReportRecord; stream: Readable }> {
      const record = await awaitMade({ pause }, async () => {
        const found = await findReadableReport(db, actor, key)
        return isReady(found.report) ? found : null
      })
      const { stream } = await openStored(storage, 'report', record.report.objectKey)
      await beforeSending(stream, () => db.transaction((tx) => recordReportTaken(tx, actor, record)))
      return { record, stream }
    },
  }
}
