import type { TurnaroundStudy } from '@readroom/contracts/turnaround/turnaround-report'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Fact } from '../../../components/study/study-facts.tsx'
import { PatientLink, turnaroundColumns } from './turnaround-columns.tsx'

const heading = ['status', 'patientId', 'patientName']
const facts = turnaroundColumns.filter(({ id, pinned, isOptional }) => pinned !== 'right' && !isOptional && !heading.includes(id))
const figures = turnaroundColumns.filter(({ pinned }) => pinned === 'right')

function Card({ row }: { row: TurnaroundStudy }) {
  return (
    <>
      <div className="text-lg">
        <PatientLink row={row} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-text-2">
        <Fact value={row.patientId} className="num break-all" />
        <StatusLabel status={row.studyStatus} />
      </p>
      <dl className="mt-2 grid gap-y-1">
        {figures.map(({ id, label, cell }) => (
          <div key={id} className="flex items-center justify-between gap-3">
            <dt className="text-sm text-text-3">{label}</dt>
            <dd className="flex items-center gap-2">{cell(row)}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-1">
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-medium text-accent-text">Details</summary>
        <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-3 gap-y-1.5 pb-2 text-sm">
          {facts.map(({ id, label, cell }) => (
            <div key={id} className="contents">
              <dt className="text-text-3">{label}</dt>
              <dd className="min-w-0 break-words">{cell(row)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  )
}

/** Shows the rows of a page below 1024 px: the patient, the figures, and the rest behind a tap. */
export function TurnaroundCards({ rows, stale }: { rows: readonly TurnaroundStudy[]; stale: boolean }) {
  return (
    <ul aria-label="Turnaround of studies" aria-busy={stale} className={stale ? 'opacity-60' : undefined}>
      {rows.map((row) => (
        <li key={row._id} aria-label={row.patientName ?? 'N/A'} className="border-b border-line px-4 pt-3">
          <Card row={row} />
        </li>
      ))}
    </ul>
  )
}
