import type { SimulationResult, SimulationWithResult, Work } from '@readroom/contracts/turnaround/assignment-simulations'
import { ColumnHead, cell, NumberHead, tableClass } from '../workload/workload-table.tsx'
import { minutesWords } from './simulation-words.ts'

type Doctor = SimulationResult['doctors'][number]

/** Shows studies and their expected minutes in one cell. */
function WorkCell({ work: { studies, minutes } }: { work: Work }) {
  return (
    <td className={`${cell} num text-right`}>
      {studies}
      <span className="block text-xs whitespace-nowrap text-text-2">{minutesWords(minutes)}</span>
    </td>
  )
}

const byDifference = (one: Doctor, other: Doctor) =>
  Math.abs(other.real.minutes - other.dealt.minutes) - Math.abs(one.real.minutes - one.dealt.minutes)

type Props = { result: SimulationResult; names: SimulationWithResult['doctorNames'] }

/** Lists what each doctor really had and would have been dealt. The doctor for whom most would change is first. */
export function SimulationDoctors({ result, names }: Props) {
  if (result.doctors.length === 0) return <p className="text-text-2">No doctor had or could have had a study.</p>
  return (
    <table aria-label="Doctors in the simulation" className={tableClass}>
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          <ColumnHead>Doctor</ColumnHead>
          <NumberHead tip="Studies that the doctor reported or has, and how long reading them is expected to take">
            Actual
          </NumberHead>
          <NumberHead tip="Studies that the doctor would have been dealt">Dealt</NumberHead>
          <NumberHead tip="The doctor's share of the expected minutes of the studies that the doctor could read">
            Share
          </NumberHead>
        </tr>
      </thead>
      <tbody>
        {result.doctors.toSorted(byDifference).map((doctor) => (
          <tr key={doctor.doctorId} className="border-b border-line last:border-0">
            <th scope="row" className={`${cell} min-w-28 text-left font-medium wrap-anywhere`}>
              <bdi>{names[doctor.doctorId] ?? 'Deleted doctor'}</bdi>
              {!doctor.isAssignable && <span className="block text-xs font-regular text-text-2">Cannot be assigned</span>}
            </th>
            <WorkCell work={doctor.real} />
            <WorkCell work={doctor.dealt} />
            <td className={`${cell} num text-right whitespace-nowrap`}>{minutesWords(doctor.shareMinutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
