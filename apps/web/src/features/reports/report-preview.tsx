import type { Report } from '@readroom/contracts/reports'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { FilePreview } from '../../components/preview/file-preview.tsx'
import { previewKindOf } from '../../components/preview/preview-kind.ts'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import type { Progress } from '../../lib/api/send-multipart.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { reportFileOptions } from './reports.queries.ts'

type Props = {
  studyId: string
  report: Report
  /** The file came: whoever looks at a report has taken it. */
  onTaken: () => void
  onDownload: () => void
  onClose: () => void
}

/** A report to look at, in the dialog of the study's reports. */
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
    <Dialog
      nested
      title="Preview"
      width="max-w-[960px]"
      onClose={onClose}
      header={
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="text-lg font-semibold break-all">{report.filename}</bdi>
          <span className="num text-sm text-text-2">
            Version {report.version}, {report.formattedSize}
          </span>
        </p>
      }
      footer={
        <>
          <Button className="max-lg:h-11" onClick={() => (blob ? saveBlob(blob, report.filename) : onDownload())}>
            Download
          </Button>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <FilePreview
        {...{ kind, blob, progress }}
        name={report.filename}
        size={report.size}
        failure={error && messageOf(error, 'Failed to download report')}
      />
    </Dialog>
  )
}
