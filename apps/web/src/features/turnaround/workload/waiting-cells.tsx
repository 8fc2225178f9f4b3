import type { Waiting } from '@readroom/contracts/turnaround/workload'
import { openStatus, StudiesLink, type WorklistFilters } from './workload-links.tsx'
import { cell, NumberHead } from './workload-table.tsx'

/** The heads of `WaitingCells`. */
export function WaitingHeads() {
  return (
    <>
      <NumberHead>Open</NumberHead>
      <NumberHead>At risk</NumberHead>
      <NumberHead>Late</NumberHead>
    </>
  )
}

type Props = { waiting: Waiting; filters: WorklistFilters; of: string }

/** Shows how many studies of a doctor or laboratory are open, at risk and late. Each number opens them. */
export function WaitingCells({ waiting: { open, atRisk, late }, filters, of }: Props) {
  return (
    <>
      <td className={`${cell} text-right`}>
        <StudiesLink filters={{ ...filters, status: openStatus }} count={open} label={`${open} open, of ${of}`} />
      </td>
      <td className={`${cell} text-right`}>
        <StudiesLink filters={{ ...filters, deadline: 'atRisk' }} count={atRisk} label={`${atRisk} at risk, of ${of}`} />
      </td>
      <td className={`${cell} text-right`}>
        <StudiesLink filters={{ ...filters, deadline: 'late' }} count={late} label={`${late} late, of ${of}`} />
      </td>
    </>
  )
}
