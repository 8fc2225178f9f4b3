import { forecastHours, forecastWeeks, type LabWorkload } from '@readroom/contracts/turnaround/workload'
import { Link } from 'react-router-dom'
import { cx } from '../../../lib/cx.ts'
import { paths } from '../../../lib/paths.ts'
import { WaitingCells, WaitingHeads } from './waiting-cells.tsx'
import { linkClass } from './workload-links.tsx'
import { ColumnHead, cell, NumberHead, tableClass } from './workload-table.tsx'

/** Shows how many doctors read for the laboratory now, with a link to its week. None while studies wait is red. */
function ReadersOn({ lab: { labId, name, open, readersOn } }: { lab: LabWorkload }) {
  const count = readersOn.length
  return (
    <Link
      to={`${paths.adminWeek}?${new URLSearchParams({ lab: labId })}`}
      aria-label={`${count} ${count === 1 ? 'reader' : 'readers'} on, of ${name}`}
      data-tip={count === 0 ? 'No reader of this laboratory is on duty' : readersOn.join(', ')}
      className={cx(linkClass, count === 0 && open > 0 && 'font-semibold text-red-fg')}
    >
      {count === 0 ? 'None' : count}
    </Link>
  )
}

function Row({ lab }: { lab: LabWorkload }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} min-w-20 text-left font-medium wrap-anywhere`}>
        <bdi>{lab.name}</bdi>
      </th>
      <td className={`${cell} num text-right`}>{lab.arrivedToday}</td>
      <td className={`${cell} num text-right max-lg:hidden`}>{lab.expectedSoon}</td>
      <td className={`${cell} text-right`}>
        <ReadersOn lab={lab} />
      </td>
      <WaitingCells waiting={lab} filters={{ location: lab.labId }} of={lab.name} />
    </tr>
  )
}

/** Lists laboratories with their arrivals and open studies. */
export function LabWorkloads({ labs }: { labs: readonly LabWorkload[] }) {
  if (labs.length === 0) return <p className="text-text-2">No laboratories registered.</p>
  return (
    <table aria-label="Workload of laboratories" className={tableClass}>
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          <ColumnHead>Laboratory</ColumnHead>
          <NumberHead>Arrived today</NumberHead>
          <NumberHead
            className="max-lg:hidden"
            tip={`Median of the same ${forecastHours} hours of the last ${forecastWeeks} weeks`}
          >
            Next {forecastHours} hours
          </NumberHead>
          <NumberHead tip="Doctors who read for the laboratory and work now">Readers on</NumberHead>
          <WaitingHeads />
        </tr>
      </thead>
      <tbody>
        {labs.map((lab) => (
          <Row key={lab.labId} lab={lab} />
        ))}
      </tbody>
    </table>
  )
}
