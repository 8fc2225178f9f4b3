import { CheckboxField } from '../../../components/ui/checkbox.tsx'
import { cx } from '../../../lib/cx.ts'
import type { DoctorChoice } from './assignments.queries.ts'

function Presence({ online }: { online: boolean }) {
  return (
    <span className={cx('inline-flex shrink-0 items-center gap-1.5 text-sm', online ? 'text-green-fg' : 'text-text-3')}>
      <span
        aria-hidden
        className={cx('size-2 rounded-full border', online ? 'border-green-dot bg-green-dot' : 'border-grey-dot')}
      />
      {online ? 'Online' : 'Offline'}
    </span>
  )
}

type RowProps = { doctor: DoctorChoice; chosen: boolean; assigned: number; studies: number; onToggle: () => void }

function DoctorRow({ doctor, chosen, assigned, studies, onToggle }: RowProps) {
  return (
    <li className="border-b border-line">
      <CheckboxField
        checked={chosen}
        onChange={onToggle}
        labelClass={cx(
          'grid min-h-9 grid-cols-[auto_1fr_auto] items-center gap-x-4 px-5 py-1 max-lg:min-h-14 sm:grid-cols-[auto_minmax(0,8fr)_minmax(0,5fr)_minmax(0,3fr)_56px_72px]',
          chosen ? 'bg-accent-wash shadow-[inset_3px_0_var(--color-accent)]' : 'hover:bg-hover',
        )}
        label={
          <>
            <span className="flex min-w-0 items-center gap-2">
              <bdi data-full className="truncate font-medium">
                {doctor.fullName}
              </bdi>
              {assigned > 0 && (
                <span className="num shrink-0 rounded-xs border border-line-strong px-1.5 text-xs text-text-2">
                  {studies === 1 || assigned === studies ? 'Assigned' : `Assigned to ${assigned} of ${studies}`}
                </span>
              )}
            </span>
            <span className="order-last col-start-2 truncate text-sm text-text-2 sm:order-none sm:col-auto" data-full>
              {doctor.email}
            </span>
            <span className="truncate text-sm text-text-2 max-sm:hidden" data-full>
              {doctor.specialization ?? 'Radiology'}
            </span>
            <span
              data-tip="Assigned, not reported yet"
              className="num text-right text-sm whitespace-nowrap text-text-2 max-sm:order-last"
            >
              {doctor.isActive && `${doctor.openStudies.toLocaleString('en-GB')} open`}
            </span>
            {doctor.isActive ? <Presence online={doctor.isLoggedIn} /> : <span className="text-sm text-text-3">Inactive</span>}
          </>
        }
      />
    </li>
  )
}

type Props = {
  doctors: readonly DoctorChoice[]
  chosen: ReadonlySet<string>
  assigned: ReadonlyMap<string, number>
  studies: number
  onToggle: (doctorId: string) => void
}

export function DoctorRows({ doctors, chosen, assigned, studies, onToggle }: Props) {
  return (
    <ul aria-label="Doctors">
      {doctors.map((doctor) => (
        <DoctorRow
          key={doctor._id}
          doctor={doctor}
          chosen={chosen.has(doctor._id)}
          assigned={assigned.get(doctor._id) ?? 0}
          studies={studies}
          onToggle={() => onToggle(doctor._id)}
        />
      ))}
    </ul>
  )
}
