import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/errors'
import type { ReportStatus } from '@readroom/contracts/reports'
import type { Actor } from '@readroom/db/actor'
import { findReadableStudy } from '@readroom/db/queries/priors'
import { findWordDocument } from '@readroom/db/queries/report-versions'
import {
  findNewestVersion,
  listReportDownloads,
  listReports,
  type ReportDownload,
  type ReportRecord,
} from '@readroom/db/queries/reports'
import { findStudy, type StudyRow } from '@readroom/db/queries/studies'
import { findReadableReport, isReady, type ReportKey, recordReportTaken, submitReport } from '@readroom/domain/reports'
import type { Context } from '../../context.ts'
import { beforeSending, openStored, storeWith } from '../../stored-files.ts'
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
    ): Promise<{ study: StudyRow; reports: ReportRecord[]; downloads: ReportDownload[] }> {
      const readable = await findReadableStudy(db, actor, studyId)
      if (!readable) throw new AppError('STUDY_NOT_FOUND')
      const { study, priorOf } = readable
      const isPrior = priorOf !== null
      const reports = await listReports(db, actor, { studyId, isPrior })
      // Whoever reads a study as a prior is told the report, and not who else did.
      return { study, reports, downloads: isPrior ? [] : await listReportDownloads(db, actor, studyId) }
    },

    /** What can be said before the file is read, so that a refused upload is not waited for. Answers the newest version there is by now. */
    async checkUploadable(actor: Actor, studyId: string): Promise<number> {
      await findVisible(actor, studyId)
      return findNewestVersion(db, studyId)
    },

    /** Stores the file under a random key, then the report. */
    async upload(actor: Actor, { file: { bytes, ...described }, ...report }: NewReport) {
      const objectKey = `reports/${randomUUID()}`
      const file = { ...described, objectKey, sizeBytes: bytes.length }
      const stored = { key: objectKey, contentType: file.contentType, open: () => bytes }
      return storeWith({ db, storage }, [stored], (tx) => submitReport(tx, actor, { ...report, file }))
    },

    /** The report that a download would send. */
    async look(actor: Actor, key: ReportKey): Promise<ReportRecord> {
      const record = await findReadableReport(db, actor, key)
      if (!isReady(record.report)) throw new AppError('REPORT_BEING_MADE', { seconds: 1 })
      return record
    },

    /** The Word document of a signed report, as a download would send it; waits for one that is being made. */
    async lookWord(actor: Actor, key: ReportKey): Promise<WordRecord> {
      return awaitMade({ pause }, async () => {
        const record = await findReadableReport(db, actor, key)
        const word = await findWordDocument(db, record.report.id)
        if (word) return { record, word }
        if (record.report.versionId === null) throw new AppError('REPORT_NOT_FOUND')
        return null
      })
    },

    /** The same, and the record that the caller took it. */
    async downloadWord(actor: Actor, key: ReportKey): Promise<WordRecord & { stream: Readable }> {
      const { record, word } = await this.lookWord(actor, key)
      const { stream } = await openStored(storage, 'report', word.objectKey)
      await beforeSending(stream, () => db.transaction((tx) => recordReportTaken(tx, actor, record)))
      return { record, word, stream }
    },

    /** The file, and the record that the caller took it; waits for one that is being made. */
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
