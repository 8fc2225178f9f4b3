import { formatSize } from '@readroom/contracts/core/file-size'
import { type Report, reportEndpoints, reportFileTypes } from '@readroom/contracts/reports/reports'
import type { Actor } from '@readroom/db/core/actor'
import { listAmendedReports } from '@readroom/db/reports/amended-reports'
import type { SentReport } from '@readroom/db/reports/received-reports'
import type { ReportDownload, ReportRecord } from '@readroom/db/reports/reports'
import { isStanding } from '@readroom/db/reports/reports'
import { listUnprintedReports } from '@readroom/db/reports/unprinted-reports'
import { isDeletable, isReady, removeReport } from '@readroom/domain/reports/reports'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { describeAttachment, sendAttachment } from '../../core/http/files/attachment.ts'
import { readMultipart } from '../../core/http/files/multipart.ts'
import { mount } from '../../core/http/mount.ts'
import { checkReportFile } from './report-file.ts'
import { createReportService, type WordRecord } from './reports.service.ts'
import { createSeveralReportsService } from './several.service.ts'

type Shown = Pick<ReportRecord, 'report' | 'uploaderName' | 'signed'>

/** The downloads and messages of a study's reports. */
type Receivers = { downloads: readonly ReportDownload[]; sent: readonly SentReport[] }

const toSent = ({ reportId: _reportId, at, ...sent }: SentReport): Report['sent'][number] => ({ ...sent, at: at.toISOString() })

function toReport(actor: Actor, { report, uploaderName, signed }: Shown, { downloads, sent }: Receivers): Report {
  const taken = downloads.filter(({ reportId }) => reportId === report.id)
  return {
    id: report.id,
    version: report.version,
    index: report.version,
    filename: report.fileName,
    contentType: report.contentType,
    uploadedBy: uploaderName,
    uploadedAt: report.uploadedAt.toISOString(),
    size: report.sizeBytes,
    formattedSize: report.sizeBytes === null ? '' : formatSize(report.sizeBytes),
    reportStatus: report.status,
    isWithdrawn: !isStanding(report),
    signed: signed && { ...signed, number: report.version },
    isReady: isReady(report),
    reportType: 'Doctor report',
    canDelete: isDeletable(actor, report),
    isTaken: taken.some(({ userId }) => userId === actor.userId),
    downloads: taken.map(({ userName, at }) => ({ userName, downloadedAt: at.toISOString() })),
    sent: sent.filter(({ reportId }) => reportId === report.id).map(toSent),
  }
}

const fileOf = ({ report: { fileName, contentType, sizeBytes } }: ReportRecord) => ({
  fileName,
  contentType,
  size: sizeBytes ?? 0,
})

const wordFileOf = ({ record, word }: WordRecord) => ({
  fileName: record.report.fileName.replace(/\.pdf$/, '.docx'),
  contentType: reportFileTypes.docx,
  size: word.sizeBytes,
})

export function reportRoutes(app: FastifyInstance, context: Context): void {
  const service = createReportService(context)
  const several = createSeveralReportsService(context)

  mount(app, context, reportEndpoints.amended, async ({ actor }) => ({
    reports: (await listAmendedReports(context.db, actor)).flatMap(({ kind, signedAt, ...report }) =>
      kind === 'original' ? [] : [{ ...report, kind, signedAt: signedAt.toISOString() }],
    ),
  }))
  mount(app, context, reportEndpoints.unprinted, async ({ actor }) => ({
    reports: (await listUnprintedReports(context.db, actor)).map(({ signedAt, ...report }) => ({
      ...report,
      signedAt: signedAt.toISOString(),
    })),
  }))
  mount(app, context, reportEndpoints.list, async ({ actor, params }) => {
    const { study, reports, ...receivers } = await service.list(actor, params.studyId)
    const finalized = reports.find(({ report }) => report.status === 'finalized' && isStanding(report))
    return {
      reports: reports.map((record) => toReport(actor, record, receivers)),
      workflowStatus: study.status,
      totalReports: reports.length,
      studyInfo: { reportInfo: { reporterName: finalized?.reporterName ?? null } },
    }
  })

  mount(app, context, reportEndpoints.upload, async ({ actor, params, request }) => {
    const newest = await service.checkUploadable(actor, params.studyId)
    const { file, fields } = await readMultipart(request, reportEndpoints.upload)
    const checked = await checkReportFile(file.fileName, file.bytes)
    const { afterVersion = newest, ...described } = fields
    const report = await service.upload(actor, { ...params, ...described, afterVersion, file: checked })
    return {
      report: toReport(actor, { report, uploaderName: actor.fullName, signed: null }, { downloads: [], sent: [] }),
      message: 'Report uploaded successfully!',
    }
  })

  for (const endpoint of [reportEndpoints.download, reportEndpoints.labEditDownload]) {
    mount(
      app,
      context,
      endpoint,
      async ({ actor, params, reply }) => {
        const { record, stream } = await service.download(actor, params)
        return sendAttachment(reply, { ...fileOf(record), stream })
      },
      async ({ actor, params, reply }) => describeAttachment(reply, fileOf(await service.look(actor, params))),
    )
  }

  mount(
    app,
    context,
    reportEndpoints.downloadWord,
    async ({ actor, params, reply }) => {
      const { stream, ...found } = await service.downloadWord(actor, params)
      return sendAttachment(reply, { ...wordFileOf(found), stream })
    },
    async ({ actor, params, reply }) => describeAttachment(reply, wordFileOf(await service.lookWord(actor, params))),
  )

  mount(app, context, reportEndpoints.downloadSeveral, async ({ actor, body, reply }) =>
    sendAttachment(reply, { ...(await several.download(actor, body.studyIds)), contentType: 'application/zip' }),
  )

  for (const endpoint of [reportEndpoints.remove, reportEndpoints.labEditRemove]) {
    mount(app, context, endpoint, async ({ actor, params }) => {
      await context.db.transaction((tx) => removeReport(tx, actor, params))
      return { message: 'Report deleted successfully' }
    })
  }
}
