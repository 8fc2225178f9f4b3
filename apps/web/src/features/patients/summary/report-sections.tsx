import type { ReportedCycle, StudySummary, SummaryChange, Taken } from '@readroom/contracts/patients/summary'
import type { ZipState } from '@readroom/contracts/studies/studies'
import { formatMinutes } from '@readroom/contracts/turnaround/turnaround'
import { Check } from 'lucide-react'
import { Fact } from '../../../components/study/study-facts.tsx'
import { Turnaround } from '../../../components/study/turnaround.tsx'
import { type FactColumn, FactTable, Section } from './fact-table.tsx'
import { Former, Name, When } from './facts.tsx'

/** `ReportAvailable` is known for the current cycle only. */
type Cycle = ReportedCycle & { ReportAvailable?: boolean }

function Available({ isAvailable }: { isAvailable: boolean | undefined }) {
  if (isAvailable === undefined) return <span className="text-text-3">Before the reset</span>
  if (!isAvailable) return 'No'
  return (
    <span className="inline-flex items-center gap-1.5">
      <Check size={14} aria-hidden />
      Yes
    </span>
  )
}

const cycleColumns: FactColumn<Cycle>[] = [
  {
    head: 'Reported by',
    cell: ({ reportedBy, reportedAt }) => (
      <>
        {reportedBy ? <Name>{reportedBy}</Name> : <Fact value={null} />}
        <span className="block text-sm text-text-2 sm:hidden">{reportedAt && <When at={reportedAt} />}</span>
      </>
    ),
  },
  { head: 'Report date', cell: ({ reportedAt }) => (reportedAt ? <When at={reportedAt} /> : <Fact value={null} />), wide: true },
  { head: 'Turnaround time', cell: ({ turnaroundMinutes }) => <Turnaround minutes={turnaroundMinutes} /> },
  {
    head: 'Paused',
    cell: ({ pausedMinutes }) => (pausedMinutes > 0 ? formatMinutes(pausedMinutes) : 'No'),
    className: 'num',
    wide: true,
  },
  {
    head: 'Without pauses',
    cell: ({ netTurnaroundMinutes: minutes }) => <Fact value={minutes === null ? null : formatMinutes(minutes)} />,
    className: 'num',
    wide: true,
  },
  {
    head: 'From assignment',
    cell: ({ diffAssignAndReportTAT: minutes }) => <Fact value={minutes === null ? null : formatMinutes(minutes)} />,
    className: 'num',
    wide: true,
  },
  { head: 'Report available', cell: ({ ReportAvailable }) => <Available isAvailable={ReportAvailable} /> },
]

const takenColumns: FactColumn<Taken>[] = [
  { head: 'User', cell: ({ userName }) => <bdi>{userName}</bdi> },
  { head: 'Date', cell: ({ downloadedAt }) => <When at={downloadedAt} />, className: 'w-36' },
]

function WhenBy({ at, by }: { at: string; by: string | null }) {
  return (
    <>
      <When at={at} />
      <span className="block text-sm break-words text-text-2">
        <Fact value={by} />
      </span>
    </>
  )
}

type Dispatch = StudySummary['dispatches'][number]

const dispatchColumns: FactColumn<Dispatch>[] = [
  {
    head: 'To',
    cell: ({ recipientName, email }) => (
      <>
        <Fact value={recipientName ?? email} className="break-words" />
        {recipientName && email && <bdi className="block text-sm [overflow-wrap:anywhere] text-text-2">{email}</bdi>}
      </>
    ),
  },
  {
    head: 'Date, by',
    cell: ({ dispatchedAt, dispatchedBy }) => <WhenBy at={dispatchedAt} by={dispatchedBy} />,
    className: 'w-36',
  },
]

const changeColumns: FactColumn<SummaryChange>[] = [
  {
    head: 'Before, after',
    cell: ({ before, after }) => (
      <>
        <span className="block">
          <Former is={before}>
            <Fact value={before} />
          </Former>
        </span>
        <Fact value={after} className="font-medium" />
      </>
    ),
  },
  { head: 'Date, by', cell: ({ changedAt, changedBy }) => <WhenBy at={changedAt} by={changedBy} />, className: 'w-36' },
]

const zipWords: Record<ZipState, string> = {
  none: 'No ZIP yet',
  queued: 'ZIP queued',
  processing: 'Building ZIP',
  completed: 'ZIP ready',
  failed: 'ZIP failed',
  expired: 'ZIP expired. A download rebuilds it',
}

/** Shows the state of the report, and the downloads of images and reports. */
export function ReportSections({ summary }: { summary: StudySummary }) {
  const { preProcessedDownload, downloadHistory, reportDownloadHistory, dispatches, examDescriptionChanges } = summary
  const lists = [
    {
      title: 'Study Download Information',
      aside: <span className="text-text-2">{zipWords[preProcessedDownload.zipStatus]}</span>,
      content: { columns: takenColumns, rows: downloadHistory },
      empty: 'No Study Download Status Found...!',
    },
    {
      title: 'Report Download Information',
      aside: null,
      content: { columns: takenColumns, rows: reportDownloadHistory },
      empty: 'No Report Download Status Found...!',
    },
  ]
  return (
    <>
      <Section title="Reported Information">
        <FactTable
          label="Reported Information"
          columns={cycleColumns}
          rows={[summary.reportedInfo, ...summary.earlierCycles]}
          empty=""
        />
      </Section>
      <div className="grid gap-x-7 max-lg:divide-y max-lg:divide-line lg:grid-cols-2">
        {lists.map(({ title, aside, content, empty }) => (
          <Section key={title} title={title} aside={aside}>
            <FactTable label={title} {...content} empty={empty} />
          </Section>
        ))}
      </div>
      <div className="grid gap-x-7 max-lg:divide-y max-lg:divide-line lg:grid-cols-2">
        <Section title="Dispatched Information">
          <FactTable
            label="Dispatched Information"
            columns={dispatchColumns}
            rows={dispatches}
            empty="No Dispatch Status Found"
          />
        </Section>
        <Section title="Exam Description Modified Information">
          <FactTable
            label="Exam Description Modified Information"
            columns={changeColumns}
            rows={examDescriptionChanges}
            empty="No Records Found...!"
          />
        </Section>
      </div>
    </>
  )
}
