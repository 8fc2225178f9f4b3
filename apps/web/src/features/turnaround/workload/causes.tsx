import { type WaitingCause, type Workload, waitingCauses } from '@readroom/contracts/turnaround/workload'
import { Link } from 'react-router-dom'
import { cx } from '../../../lib/cx.ts'
import { paths } from '../../../lib/paths.ts'
import { filtersOfCause, linkClass, StudiesLink } from './workload-links.tsx'

const causeWords: Record<WaitingCause, { title: string; hint: string }> = {
  unassigned: { title: 'Not assigned', hint: 'Nobody has the study.' },
  unopened: { title: 'Not opened', hint: 'The doctor has not looked at it.' },
  unwritten: { title: 'Opened', hint: 'No report has been begun.' },
  unsigned: { title: 'Being written', hint: 'The report is not signed.' },
  paused: { title: 'Paused', hint: 'The clock stands until an answer comes.' },
}

/** Shows what the studies wait for that have no report, and how many of them are at risk or late. */
export function Causes({ causes }: { causes: Workload['causes'] }) {
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      {waitingCauses.map((cause) => {
        const { title, hint } = causeWords[cause]
        const { open, atRisk, late } = causes[cause]
        const filters = filtersOfCause[cause]
        const of = `, ${title.toLowerCase()}`
        return (
          <li key={cause} className="min-w-0 rounded-md border border-line bg-surface px-3 py-2.5">
            <p className="font-medium">{title}</p>
            <p className="text-xs text-text-2">{hint}</p>
            <p className="mt-1.5 text-xl font-semibold">
              <StudiesLink filters={filters} count={open} label={`${open} open${of}`} />
            </p>
            {cause === 'unassigned' && (
              <Link to={paths.adminAssignment} className={cx(linkClass, 'text-sm text-accent-text')}>
                Why they wait
              </Link>
            )}
            {cause !== 'paused' && (
              <p className="flex flex-wrap gap-x-3 text-sm">
                <StudiesLink filters={{ ...filters, deadline: 'atRisk' }} count={atRisk} label={`${atRisk} at risk${of}`}>
                  {atRisk} at risk
                </StudiesLink>
                <StudiesLink filters={{ ...filters, deadline: 'late' }} count={late} label={`${late} late${of}`}>
                  {late} late
                </StudiesLink>
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
