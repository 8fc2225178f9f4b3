import { StatusLabel } from '../../../../components/study/status-dot.tsx'
import { formatDate, formatInstant } from '../../../../lib/format.ts'
import { ReadOnlyFact, RecordLine, useShownRecord } from './record-field.tsx'

const dateText = (date: string | null) => date && formatDate(date)

export function VisitTab() {
  const { visitInfo, studyInfo } = useShownRecord().record
  return (
    <div className="grid max-w-3xl grid-cols-2 gap-x-4 gap-y-3 max-sm:grid-cols-1">
      <ReadOnlyFact label="Center" value={visitInfo.center} />
      <ReadOnlyFact label="Case type" value={visitInfo.caseType} />
      <RecordLine name="examType" />
      <ReadOnlyFact label="Exam description" value={visitInfo.examDescription} />
      <ReadOnlyFact label="Order date" value={dateText(visitInfo.orderDate)} />
      <ReadOnlyFact label="Study date" value={dateText(visitInfo.studyDate)} />
      <ReadOnlyFact label="Report date" value={studyInfo.reportedAt && formatInstant(studyInfo.reportedAt).text} />
      <div>
        <p className="mb-1 text-xs font-medium text-text-2">Current status</p>
        <p className="flex h-8 items-center">
          <StatusLabel status={visitInfo.studyStatus} />
        </p>
      </div>
    </div>
  )
}
