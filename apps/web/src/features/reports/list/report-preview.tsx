import type { Report } from '@readroom/contracts/reports/reports'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { previewKindOf } from '../../../components/preview/preview.tsx'
import { PreviewDialog } from '../../../components/preview/preview-dialog.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { Progress } from '../../../lib/api/send-multipart.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { reportFileOptions } from '../../../lib/studies/report-queries.ts'

type Props = {
  studyId: string
  report: Report
  /** Called when the file is loaded. Viewing a report counts as a download. */
  onTaken: () => void
  onDownload: () => void
  onClose: () => void
}

/** Shows the preview of a report, in the dialog of the study's reports. */
export function ReportPreview({ studyId, report, onTaken, onDownload, onClose }: Props) {
  const kind = previewKindOf(report.contentType)
  const [progress, setProgress] = useState<Progress | null>(null)
  const { data: blob, error } = useQuery({ ...reportFileOptions(studyId, report, setProgress), enabled: kind !== 'none' })
  const isTaken = blob !== undefined
  const tell = useEffectEvent(onTaken)
  useEffect(() => {
    if (isTaken) tell()
  }, [isTaken])
  return (
    <PreviewDialog
      kind={kind}
      blob={blob}
      progress={progress}
      onClose={onClose}
      name={report.filename}
      size={report.size ?? 0}
      facts={`Version ${report.version}, ${report.formattedSize}`}
      failure={error && messageOf(error, 'Failed to download report')}
      onDownload={() => (blob ? saveBlob(blob, report.filename) : onDownload())}
    />
  )
}
