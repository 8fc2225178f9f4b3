import type { StudySummary } from '@readroom/contracts/patients/summary'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { formatMinutes, minutesBetween } from '@readroom/contracts/turnaround/turnaround'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Turnaround } from '../../../components/study/turnaround.tsx'
import { useNow } from '../../../lib/hooks/use-now.ts'

const minuteMs = 60_000

/** Returns the minutes from ready to the report, or until now. */
function runningMinutes({ reportedInfo }: StudySummary, now: Date): number | null {
  const { readyAt, reportedAt, turnaroundMinutes } = reportedInfo
  if (reportedAt !== null || readyAt === null) return turnaroundMinutes
  // A browser's clock may be behind the server's.
  return minutesBetween(new Date(readyAt), now) ?? 0
}

/** Returns the minutes of all pauses since ready, the present one included. */
function pausedMinutes({ reportedInfo }: StudySummary, { pause }: WorklistRow, now: Date): number {
  if (pause === null || reportedInfo.reportedAt !== null || Date.parse(pause.until) <= now.getTime())
    return reportedInfo.pausedMinutes
  return reportedInfo.pausedMinutes + (minutesBetween(new Date(pause.since), now) ?? 0)
}

type Props = { row: WorklistRow; summary: StudySummary | undefined; onOpenPatient: () => void }

/** Shows the patient, the turnaround time so far, and the status. */
export function SummaryHeader({ row, summary, onOpenPatient }: Props) {
  const now = useNow(minuteMs)
  const isRunning = summary !== undefined && summary.reportedInfo.readyAt !== null && summary.reportedInfo.reportedAt === null
  const paused = summary ? pausedMinutes(summary, row, now) : 0
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2">
      <div className="min-w-0 flex-1 basis-80">
        <StudyIdentity row={row} onOpenPatient={onOpenPatient} />
      </div>
      <dl className="flex gap-6 sm:text-right">
        <div>
          <dt className="text-2xs text-text-3">TURNAROUND</dt>
          <dd>
            <Turnaround minutes={summary ? runningMinutes(summary, now) : null} />
            {isRunning && <span className="text-sm text-text-2"> so far</span>}
          </dd>
        </div>
        {paused > 0 && (
          <div>
            <dt className="text-2xs text-text-3">PAUSED</dt>
            <dd className="num">{formatMinutes(paused)}</dd>
          </div>
        )}
        <div>
          <dt className="text-2xs text-text-3">STATUS</dt>
          <dd>
            <StatusLabel status={row.workflowStatus} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
