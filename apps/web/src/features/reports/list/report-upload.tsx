import { formatSize } from '@readroom/contracts/core/file-size'
import { type ReportStatus, reportStatuses } from '@readroom/contracts/reports/reports'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { FileText, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Progress } from '../../../components/ui/progress.tsx'
import { formatMB } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { useUser } from '../../../lib/session/session.ts'
import { FileDrop } from './file-drop.tsx'
import { refuseFile, reportingDoctor } from './report-file.ts'
import { useReportUpload } from './use-report-upload.ts'

const statusLabels: Record<ReportStatus, string> = { draft: 'Draft', finalized: 'Finalized' }

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <p className="flex items-center gap-2.5 rounded-sm bg-sunken py-1 pr-1.5 pl-3">
      <FileText size={15} className="shrink-0 text-icon" aria-hidden />
      <bdi className="truncate font-medium">{file.name}</bdi>
      <span className="num shrink-0 text-sm text-text-3">{formatSize(file.size)}</span>
      <IconButton label="Remove file" className="ml-auto max-lg:size-11" onClick={onRemove}>
        <X size={15} />
      </IconButton>
    </p>
  )
}

function StatusChoice({ value, onChange }: { value: ReportStatus; onChange: (status: ReportStatus) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-text-2">Report status</legend>
      <div className="flex gap-5">
        {reportStatuses.map((status) => (
          <label key={status} className="flex min-h-7 items-center gap-2 max-lg:min-h-11">
            <input
              type="radio"
              name="reportStatus"
              className="tick"
              checked={value === status}
              onChange={() => onChange(status)}
            />
            {statusLabels[status]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type ReportUploadProps = { row: WorklistRow; newestVersion: number; onUploaded: () => void; onFailed: () => void }

export function ReportUpload({ row, newestVersion, onUploaded, onFailed }: ReportUploadProps) {
  const user = useUser()
  // The list is on another tab. The user has not seen reports that came since this one opened.
  const [seenVersion] = useState(newestVersion)
  const [file, setFile] = useState<File | null>(null)
  const [status, setStatus] = useState<ReportStatus>('draft')
  const { progress, upload, cancel } = useReportUpload({ onUploaded, onFailed })
  const doctor = reportingDoctor(row.doctorAssignments, user)

  const choose = (chosen: File) => {
    const refusal = refuseFile(chosen)
    if (refusal) notify.error(refusal)
    else setFile(chosen)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!file) return void notify.warning('Please select a file')
    const { doctorId } = doctor ?? {}
    if (doctorId) void upload({ studyId: row._id, file, doctorId, reportStatus: status, afterVersion: seenVersion })
  }
  return (
    <form onSubmit={submit} className="grid gap-4 p-5">
      <FileDrop onFile={choose} disabled={progress !== null} />
      {file && !progress && <ChosenFile file={file} onRemove={() => setFile(null)} />}
      {progress && (
        <div className="flex items-center gap-4">
          <Progress
            label={file?.name ?? 'Report'}
            value={progress.total && progress.loaded / progress.total}
            text={`${formatMB(progress.loaded)} of ${formatMB(progress.total ?? progress.loaded)} MB`}
          />
          <Button onClick={cancel}>Cancel</Button>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <StatusChoice value={status} onChange={setStatus} />
        <div>
          <p className="mb-1 text-xs font-medium text-text-2">Reporting doctor</p>
          <p className="flex min-h-7 items-center rounded-sm bg-sunken px-2.5">
            {doctor ? <bdi>{doctor.doctorDetails.fullName}</bdi> : <span className="text-text-3">Not assigned</span>}
          </p>
        </div>
      </div>
      <div className="flex items-center justify-end gap-3 border-t border-line pt-4">
        {!doctor && <p className="text-sm text-text-3">Reports belong to the assigned doctor. Assign a doctor first.</p>}
        <Button type="submit" look="primary" className="max-lg:h-11" disabled={!file || !doctor || progress !== null}>
          {progress ? 'Uploading...' : 'Upload report'}
        </Button>
      </div>
    </form>
  )
}
