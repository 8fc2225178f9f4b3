import { forecastHours, forecastWeeks, type LabWorkload } from '@readroom/contracts/turnaround/workload'
import { plural } from '../../../lib/format.ts'
import { openStatus, StudiesLink } from './workload-links.tsx'
import { ColumnHead, cell, NumberHead, tableClass } from './workload-table.tsx'

function Row({ labId, name, open, atRisk, late, arrivedToday, expectedSoon }: LabWorkload) {
  const of = `of ${name}`
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} text-left font-medium break-words`}>
        <bdi>{name}</bdi>
      </th>
      <td className={`${cell} num text-right`}>{arrivedToday}</td>
      <td className={`${cell} num text-right max-lg:hidden`}>{expectedSoon}</td>
      <td className={`${cell} text-right`}>
        <StudiesLink
          filters={{ location: labId, status: openStatus }}
          count={open}
          label={`${plural(open, 'open study', 'open studies')} ${of}`}
        />
      </td>
      <td className={`${cell} text-right`}>
        <StudiesLink
          filters={{ location: labId, deadline: 'atRisk' }}
          count={atRisk}
          label={`${plural(atRisk, 'study', 'studies')} at risk ${of}`}
          className="font-medium text-orange-fg"
        />
      </td>
      <td className={`${cell} text-right`}>
        <StudiesLink
          filters={{ location: labId, deadline: 'late' }}
          count={late}
          label={`${plural(late, 'late study', 'late studies')} ${of}`}
          className="font-semibold text-red-fg"
        />
      </td>
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
          <NumberHead>Open</NumberHead>
          <NumberHead>At risk</NumberHead>
          <NumberHead>Late</NumberHead>
        </tr>
      </thead>
      <tbody>
        {labs.map((lab) => (
          <Row key={lab.labId} {...lab} />
        ))}
      </tbody>
    </table>
  )
}
