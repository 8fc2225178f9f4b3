import { ageGender } from '@readroom/contracts/studies/studies'
import type { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notDownloaded, saveReport } from '../../../lib/studies/report-queries.ts'
import type { SignedVersion } from './signed-versions.ts'

type Props = {
  studyId: string
  shown: SignedVersion
  status: StudyStatus | undefined
  onTaken: () => void
  onLeave: () => void
}

/** Shows the patient and study of the report, and its download and print actions. */
export function ReportHeader({ studyId, shown, status, onTaken, onLeave }: Props) {
  const { patient, study } = shown.snapshot
  const { start: take, isBusy } = useChange({
    change: (as: 'download' | 'downloadWord') => saveReport({ studyId, reportId: shown.reportId }, as),
    failed: notDownloaded,
    onEnd: onTaken,
  })
  const identity = {
    patientName: patient.name,
    patientId: patient.id,
    accessionNumber: study.accessionNumber,
    ageGender: ageGender({ patientAge: patient.age, patientSex: patient.sex }),
    ...({ description: study.description, caseType: 'routine', priority: 'NORMAL' } as const),
  }
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2 print:hidden">
      <IconButton label="Back" className="max-lg:size-11" onClick={onLeave}>
        <ArrowLeft size={16} />
      </IconButton>
      <div className="min-w-0 flex-1 basis-64">
        <StudyIdentity row={identity} />
        {status && (
          <span className="text-sm">
            <StatusLabel status={status} />
          </span>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!shown.isReady && (
          <span role="status" className="text-sm text-text-2">
            Creating document
          </span>
        )}
        <IconButton label="Print" className="max-lg:size-11" onClick={() => window.print()}>
          <Printer size={16} />
        </IconButton>
        <Button className="max-lg:h-11" disabled={isBusy || !shown.isReady} onClick={() => take('downloadWord')}>
          <Download size={14} aria-hidden />
          Download Word
        </Button>
        <Button look="primary" className="max-lg:h-11" disabled={isBusy || !shown.isReady} onClick={() => take('download')}>
          <Download size={14} aria-hidden />
          Download PDF
        </Button>
      </div>
    </header>
  )
}
