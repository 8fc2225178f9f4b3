import { forecastHours, forecastWeeks, type LabWorkload } from '@readroom/contracts/turnaround/workload'
import { WaitingCells, WaitingHeads } from './waiting-cells.tsx'
import { ColumnHead, cell, NumberHead, tableClass } from './workload-table.tsx'

function Row({ lab }: { lab: LabWorkload }) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} text-left font-medium break-words`}>
        <bdi>{lab.name}</bdi>
      </th>
      <td className={`${cell} num text-right`}>{lab.arrivedToday}</td>
      <td className={`${cell} num text-right max-lg:hidden`}>{lab.expectedSoon}</td>
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
