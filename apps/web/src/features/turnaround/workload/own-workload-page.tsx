import type { OwnWorkload } from '@readroom/contracts/turnaround/workload'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Turnaround } from '../../../components/study/turnaround.tsx'
import { formatSpan } from '../../../lib/format.ts'
import { ownWorkloadOptions } from './workload.queries.ts'
import { WorkloadFrame } from './workload-frame.tsx'
import { ColumnHead, cell, NumberHead, tableClass } from './workload-table.tsx'

type Figures = NonNullable<OwnWorkload['others']>

const work = (minutes: number) => (minutes === 0 ? '0 min' : formatSpan(minutes))

const rows: readonly { title: string; hint: string; show: (figures: Figures) => ReactNode }[] = [
  { title: 'Open', hint: 'Studies without a report', show: ({ open }) => open },
  { title: 'Open work', hint: 'How long reading them is expected to take', show: ({ openMinutes }) => work(openMinutes) },
  { title: 'At risk', hint: 'Past the warning time', show: ({ atRisk }) => atRisk },
  { title: 'Late', hint: 'Past the deadline', show: ({ late }) => late },
  { title: 'Reported today', hint: 'Since midnight', show: ({ reportedToday }) => reportedToday },
  { title: 'Reported this week', hint: 'Since Monday', show: ({ reportedThisWeek }) => reportedThisWeek },
  {
    title: 'Work done',
    hint: 'How long reading them was expected to take',
    show: ({ reportedMinutesThisWeek }) => work(reportedMinutesThisWeek),
  },
  {
    title: 'Given back this week',
    hint: 'Automatically assigned studies, since Monday',
    show: ({ givenBackThisWeek }) => givenBackThisWeek,
  },
  {
    title: 'Turnaround',
    hint: 'Median from upload to report, since Monday',
    show: ({ medianTurnaround }) => <Turnaround minutes={medianTurnaround} />,
  },
]

function Comparison({ own, others }: OwnWorkload) {
  return (
    <>
      <table aria-label="Your workload" className={tableClass}>
        <thead>
          <tr className="border-b border-line text-xs text-text-2">
            <ColumnHead>Figure</ColumnHead>
            <NumberHead>You</NumberHead>
            {others && <NumberHead>Median of the others</NumberHead>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, hint, show }) => (
            <tr key={title} className="border-b border-line last:border-0">
              <th scope="row" className={`${cell} text-left font-medium`}>
                {title}
                <span className="block text-xs font-regular text-text-2">{hint}</span>
              </th>
              <td className={`${cell} num text-right`}>{show(own)}</td>
              {others && <td className={`${cell} num text-right text-text-2`}>{show(others)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {!others && <p className="text-sm text-text-2">The medians of the others are shown if there are at least five.</p>}
    </>
  )
}

/** Shows doctors their own work beside the medians of the others. */
export default function OwnWorkloadPage() {
  return (
    <WorkloadFrame answer={useQuery(ownWorkloadOptions)} className="max-w-2xl gap-4">
      {(workload) => <Comparison {...workload} />}
    </WorkloadFrame>
  )
}
