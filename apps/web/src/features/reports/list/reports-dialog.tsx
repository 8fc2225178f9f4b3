import { can, type Role } from '@readroom/contracts/core/permissions'
import type { Report } from '@readroom/contracts/reports/reports'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpenText, FilePlus2 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useState } from 'react'
import { ConfirmChange } from '../../../components/form/confirm-change.tsx'
import { CorrectedSince, newerThanTaken } from '../../../components/study/corrected-since.tsx'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { tabTriggerClass } from '../../../components/ui/tabs.tsx'
import { signedReportPath } from '../../../lib/paths.ts'
import { deleteReport, downloadReport, reportsOptions } from '../../../lib/studies/report-queries.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { ReportList, UnloadedReports } from './report-list.tsx'
import { ReportPreview } from './report-preview.tsx'
import { ReportUpload } from './report-upload.tsx'
import { useReportDocument } from './use-report-document.ts'

/** Shows the button that creates the report document. It is less prominent beside the upload, which completes the same task. */
function GenerateReport({ studyId, isPrimary }: { studyId: string; isPrimary: boolean }) {
  const { isBusy, open } = useReportDocument(studyId)
  return (
    <Button
      look={isPrimary ? 'primary' : 'outline'}
      className="max-lg:my-2 max-lg:h-11"
      disabled={isBusy}
      onClick={() => void open()}
    >
      <FilePlus2 size={14} aria-hidden />
      {isBusy ? 'Generating...' : 'Generate report'}
    </Button>
  )
}

type Props = { row: WorklistRow; role: Role; onOpenPatient?: () => void; onClose: () => void }

/** Shows a study's reports. Everybody who sees the study can read the list; uploading and deleting need the right to report. */
export default function ReportsDialog({ row, role, onOpenPatient, onClose }: Props) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(reportsOptions(row._id))
  const [tab, setTab] = useState('reports')
  const [deleting, setDeleting] = useState<Report | null>(null)
  const [looking, setLooking] = useState<Report | null>(null)
  const mayEdit = can(role, 'report.edit')
  const newer = data ? newerThanTaken(data.reports) : null
  const reporter = data?.studyInfo.reportInfo.reporterName

  const outdated = [studyKeys.reportsOf(row._id), studyKeys.counts]
  const refresh = () => {
    for (const queryKey of outdated) void client.invalidateQueries({ queryKey })
  }
  const download = async (report: Report, as?: 'downloadWord') => {
    await downloadReport({ studyId: row._id, reportId: report.id }, as)
    refresh()
  }

  const unloaded = <UnloadedReports failed={error !== null} onRetry={() => void refetch()} />

  return (
    <Dialog
      title="Medical Reports"
      width="max-w-[900px]"
      onClose={onClose}
      header={<StudyIdentity row={row} onOpenPatient={onOpenPatient} />}
      footer={
        <>
          <span className="mr-auto text-sm text-text-2">
            {reporter && (
              <>
                Reported by <bdi>{reporter}</bdi>
              </>
            )}
          </span>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Tabs.Root value={tab} onValueChange={setTab} className="flex min-h-0 flex-col">
        <div className="flex shrink-0 flex-wrap items-center gap-x-6 border-b border-line px-5">
          <Tabs.List className="flex gap-6" aria-label="Medical Reports">
            <Tabs.Trigger value="reports" className={tabTriggerClass}>
              Reports <span className="num font-regular text-text-3">{data?.totalReports ?? ''}</span>
            </Tabs.Trigger>
            {mayEdit && (
              <Tabs.Trigger value="upload" className={tabTriggerClass}>
                Upload
              </Tabs.Trigger>
            )}
          </Tabs.List>
          {data?.reports.some(({ signed }) => signed) && (
            <ButtonLink className="max-lg:h-11" to={signedReportPath(row._id)}>
              <BookOpenText size={14} aria-hidden />
              Signed report
            </ButtonLink>
          )}
          <span className="ml-auto text-sm">
            <StatusLabel status={data?.workflowStatus ?? row.workflowStatus} />
          </span>
          {mayEdit && <GenerateReport studyId={row._id} isPrimary={tab === 'reports'} />}
        </div>
        <Tabs.Content value="reports" className="min-h-44 overflow-y-auto">
          {newer && <CorrectedSince by={newer} />}
          {data ? (
            <ReportList
              reports={data.reports}
              mayEdit={mayEdit}
              onPreview={setLooking}
              onDownload={(report) => void download(report)}
              onDownloadWord={(report) => void download(report, 'downloadWord')}
              onDelete={setDeleting}
            />
          ) : (
            unloaded
          )}
        </Tabs.Content>
        {mayEdit && (
          <Tabs.Content value="upload" className="overflow-y-auto">
            {data ? (
              <ReportUpload
                row={row}
                newestVersion={data.reports[0]?.version ?? 0}
                onUploaded={() => {
                  refresh()
                  setTab('reports')
                }}
                onFailed={refresh}
              />
            ) : (
              unloaded
            )}
          </Tabs.Content>
        )}
      </Tabs.Root>
      {looking && (
        <ReportPreview
          studyId={row._id}
          report={looking}
          onTaken={refresh}
          onDownload={() => void download(looking)}
          onClose={() => setLooking(null)}
        />
      )}
      {deleting && (
        <ConfirmChange
          title="Delete report"
          action="Delete"
          change={() => deleteReport(row._id, deleting)}
          done={() => 'Report deleted successfully'}
          failed="Failed to delete report"
          invalidates={outdated}
          onClose={() => setDeleting(null)}
        >
          <p>Are you sure you want to delete this report?</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{deleting.filename}</bdi>
          </p>
        </ConfirmChange>
      )}
    </Dialog>
  )
}
