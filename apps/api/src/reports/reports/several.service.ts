import type { Readable } from 'node:stream'
import { AppError } from '@readroom/contracts/core/errors'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { Actor } from '@readroom/db/core/actor'
import { listReportsOfStudies, type ReportRecord } from '@readroom/db/reports/reports'
import { readRows } from '@readroom/db/worklist/worklist-rows'
import { reportFileNames } from '@readroom/domain/images/zip-names'
import { isReady, recordReportTaken } from '@readroom/domain/reports/reports'
import pLimit from 'p-limit'
import type { Context } from '../../core/context.ts'
import { beforeSending, openStored } from '../../core/stored-files.ts'
import { awaitMade } from './await-made.ts'
import { createZip } from './report-zip.ts'

type Finished = { row: WorklistRow; record: ReportRecord }

/** Number of concurrent checks in storage. */
const LOOKS = 8

/** Returns a name such as `Reports_12_2026-11-21_1432.zip`, in UTC. */
function zipNameOf(count: number, at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T')
  return `Reports_${count}_${date}_${time.slice(0, 5).replace(':', '')}.zip`
}

const namedOf = ({ row, record: { report } }: Finished) => ({
  study: { patientName: row.patientName, patientId: row.patientId, modalities: row.modalitiesInStudy, studyDate: row.studyDate },
  fileName: report.fileName,
  isSigned: report.versionId !== null,
})

/** Packs the newest finished reports of several studies into one ZIP. */
export function createSeveralReportsService({ db, storage, pause }: Pick<Context, 'db' | 'storage' | 'pause'>) {
  /** Finds the report of each study. Throws REPORTS_UNFINISHED if one has none or is hidden. */
  async function findFinished(actor: Actor, studyIds: readonly string[]): Promise<Finished[]> {
    const rows = await readRows(db, actor, studyIds)
    const records = await listReportsOfStudies(db, actor, { own: rows.map(({ _id }) => _id), priors: [] })
    const byId = new Map(records.map((record) => [record.report.id, record]))
    const found = rows.flatMap((row): Finished[] => {
      const record = row.finishedReport && byId.get(row.finishedReport.reportId)
      return record ? [{ row, record }] : []
    })
    if (found.length < studyIds.length) throw new AppError('REPORTS_UNFINISHED', { count: studyIds.length - found.length })
    return found
  }

  /** Checks the files before anything is sent, because a ZIP that has begun can only break off. Throws FILE_MISSING. */
  async function demandStored(found: readonly Finished[]): Promise<void> {
    const limit = pLimit(LOOKS)
    const look = async ({ record: { report } }: Finished) => {
      if (!(await storage.head(report.objectKey))) throw new AppError('FILE_MISSING', { owner: 'report' })
    }
    await Promise.all(found.map((each) => limit(() => look(each))))
  }

  return {
    /** Streams the ZIP, recording each report as it is packed. Throws REPORTS_UNFINISHED, REPORT_BEING_MADE, FILE_MISSING. */
    async download(actor: Actor, studyIds: readonly string[]): Promise<{ stream: Readable; fileName: string }> {
      const wanted = [...new Set(studyIds)]
      const found = await awaitMade({ pause }, async () => {
        const finished = await findFinished(actor, wanted)
        return finished.every(({ record }) => isReady(record.report)) ? finished : null
      })
      await demandStored(found)
      const names = reportFileNames(found.map(namedOf))
      const files = found.map(({ record }, index) => ({
        name: names[index] ?? record.report.fileName,
        open: async () => {
          const { stream } = await openStored(storage, 'report', record.report.objectKey)
          await beforeSending(stream, () => db.transaction((tx) => recordReportTaken(tx, actor, record)))
          return stream
        },
      }))
      return { stream: createZip(files), fileName: zipNameOf(found.length, new Date()) }
    },
  }
}
