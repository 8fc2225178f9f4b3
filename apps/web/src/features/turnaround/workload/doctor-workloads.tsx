import type { DoctorWorkload } from '@readroom/contracts/turnaround/workload'
import { useState } from 'react'
import { DoctorAway } from '../../../components/people/away-mark.tsx'
import { Turnaround } from '../../../components/study/turnaround.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { formatSpan } from '../../../lib/format.ts'
import { DoctorStudiesDialog } from './doctor-studies-dialog.tsx'
import { WaitingCells, WaitingHeads } from './waiting-cells.tsx'
import { ColumnHead, cell, NumberHead, tableClass } from './workload-table.tsx'

/** The share of the most expected minutes that a doctor has. */
const shareOf = (minutes: number, most: number) => `${most === 0 ? 0 : Math.round((minutes / most) * 100)}%`

type RowProps = { doctor: DoctorWorkload; most: number; onReassign: () => void }

function Row({ doctor, most, onReassign }: RowProps) {
  const { doctorId, fullName, isAssignable, open, openMinutes } = doctor
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} min-w-20 text-left font-medium wrap-anywhere`}>
        <bdi>{fullName}</bdi>
        <DoctorAway doctorId={doctorId} className="lg:ml-2" />
        {!isAssignable && <span className="block text-xs font-regular text-text-2">Not active</span>}
        {open > 0 && (
          <span className="-ml-1 block">
            <Button look="link" className="max-lg:h-11" aria-label={`Reassign studies of ${fullName}`} onClick={onReassign}>
              Reassign
            </Button>
          </span>
        )}
      </th>
      <WaitingCells waiting={doctor} filters={{ assignedTo: doctorId }} of={fullName} />
      <td className={`${cell} max-lg:hidden`}>
        <span className="flex items-center gap-2">
          <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-press">
            <span className="block h-full bg-icon" style={{ width: shareOf(openMinutes, most) }} />
          </span>
          <span className="num whitespace-nowrap">{openMinutes === 0 ? '0 min' : formatSpan(openMinutes)}</span>
        </span>
      </td>
      <td className={`${cell} num text-right`}>{doctor.reportedToday}</td>
      <td className={`${cell} num text-right max-lg:hidden`}>{doctor.reportedThisWeek}</td>
      <td className={`${cell} num text-right whitespace-nowrap max-lg:hidden`}>
        {doctor.reportedThisWeek === 0 ? <span className="text-text-3">N/A</span> : formatSpan(doctor.reportedMinutesThisWeek)}
      </td>
      <td className={`${cell} text-right max-lg:hidden`}>
        <Turnaround minutes={doctor.medianTurnaround} />
      </td>
    </tr>
  )
}

/** Lists doctors with their open, late and reported studies. The one with the most late studies is first. */
export function DoctorWorkloads({ doctors }: { doctors: readonly DoctorWorkload[] }) {
  const [reassigned, setReassigned] = useState<DoctorWorkload | null>(null)
  if (doctors.length === 0) return <p className="text-text-2">No doctors registered.</p>
  const most = Math.max(...doctors.map(({ openMinutes }) => openMinutes))
  return (
    <>
      <table aria-label="Workload of doctors" className={tableClass}>
        <thead>
          <tr className="border-b border-line text-xs text-text-2">
            <ColumnHead>Doctor</ColumnHead>
            <WaitingHeads />
            <ColumnHead className="max-lg:hidden" tip="How long reading the open studies is expected to take">
              Open work
            </ColumnHead>
            <NumberHead>Reported today</NumberHead>
            <NumberHead className="max-lg:hidden" tip="Reports since Monday">
              Reported this week
            </NumberHead>
            <NumberHead className="max-lg:hidden" tip="How long reading the studies reported since Monday was expected to take">
              Work done
            </NumberHead>
            <NumberHead className="max-lg:hidden" tip="Median from upload to report, of the reports since Monday">
              Turnaround
            </NumberHead>
          </tr>
        </thead>
        <tbody>
          {doctors.map((doctor) => (
            <Row key={doctor.doctorId} doctor={doctor} most={most} onReassign={() => setReassigned(doctor)} />
          ))}
        </tbody>
      </table>
      {reassigned && <DoctorStudiesDialog doctor={reassigned} onClose={() => setReassigned(null)} />}
    </>
  )
}
