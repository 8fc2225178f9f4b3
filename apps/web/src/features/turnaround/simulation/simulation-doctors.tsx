import {
  addedDoctorId,
  type SimulationResult,
  type SimulationWithResult,
  type Work,
} from '@readroom/contracts/turnaround/assignment-simulations'
import { minutesWords } from '../evenness-words.ts'
import { ColumnHead, cell, NumberHead, tableClass } from '../workload/workload-table.tsx'
import { nameOf } from './verdict.ts'

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

const noWork: Work = { studies: 0, minutes: 0 }

const byDifference = (one: Doctor, other: Doctor) =>
  Math.abs(other.real.minutes - other.dealt.minutes) - Math.abs(one.real.minutes - one.dealt.minutes)

type Props = { result: SimulationResult; names: SimulationWithResult['doctorNames'] }

/** Lists what each doctor really had, would have been assigned, and would with the changes. The doctor for whom most would change is first. */
export function SimulationDoctors({ result, names }: Props) {
  const changedOf = new Map(result.changed?.doctors.map((doctor) => [doctor.doctorId, doctor.dealt]))
  const added = result.changed?.doctors.filter(({ doctorId }) => doctorId === addedDoctorId) ?? []
  const doctors = [
    ...added.map((doctor) => ({ ...doctor, isAssignable: true, real: noWork, dealt: noWork })),
    ...result.doctors.toSorted(byDifference),
  ]
  if (doctors.length === 0) return <p className="text-text-2">No doctor had or could have had a study.</p>
  return (
    <table aria-label="Doctors in the simulation" className={tableClass}>
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          <ColumnHead>Doctor</ColumnHead>
          <NumberHead tip="Studies that the doctor reported or has, and how long reading them is expected to take">
            Actual
          </NumberHead>
          <NumberHead tip="Studies that automatic assignment would have given to the doctor">Automatic</NumberHead>
          {result.changed && <NumberHead tip="The same with the changes">Changed</NumberHead>}
          <NumberHead tip="The doctor's share of the expected minutes of the studies that the doctor could read">
            Share
          </NumberHead>
        </tr>
      </thead>
      <tbody>
        {doctors.map((doctor) => (
          <tr key={doctor.doctorId} className="border-b border-line last:border-0">
            <th scope="row" className={`${cell} min-w-28 text-left font-medium wrap-anywhere`}>
              <bdi>{nameOf(names, doctor.doctorId)}</bdi>
              {!doctor.isAssignable && <span className="block text-xs font-regular text-text-2">Cannot be assigned</span>}
            </th>
            <WorkCell work={doctor.real} />
            <WorkCell work={doctor.dealt} />
            {result.changed && <WorkCell work={changedOf.get(doctor.doctorId) ?? noWork} />}
            <td className={`${cell} num text-right whitespace-nowrap`}>{minutesWords(doctor.shareMinutes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
