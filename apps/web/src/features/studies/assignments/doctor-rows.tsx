import type { Suggestion } from '@readroom/contracts/studies/suggestions'
import { CheckboxField } from '../../../components/inputs/checkbox.tsx'
import { AwayMark } from '../../../components/people/away-mark.tsx'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { cx } from '../../../lib/cx.ts'
import type { DoctorChoice } from './assignments.queries.ts'
import { isAway, suggestionReasons } from './suggestion-words.ts'

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

type RowProps = {
  doctor: DoctorChoice
  suggestion: Suggestion | undefined
  isBest: boolean
  chosen: boolean
  assigned: number
  studies: number
  onToggle: () => void
}

function DoctorRow({ doctor, suggestion, isBest, chosen, assigned, studies, onToggle }: RowProps) {
  const isHindered = suggestion !== undefined && suggestion.obstacles.length > 0
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
              <bdi data-full className={cx('truncate font-medium', isHindered && 'text-text-3')}>
                {doctor.fullName}
              </bdi>
              <AwayMark away={suggestion?.obstacles.find(isAway)} />
              {isBest && (
                <span className="flex shrink-0 items-center gap-1 text-xs font-medium text-accent-text">
                  Suggested <Kbd>Enter</Kbd>
                </span>
              )}
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
            {suggestion && (
              <span className="col-start-2 -mt-0.5 text-xs text-text-3 sm:col-end-6">
                {suggestionReasons(suggestion, studies).join(' · ')}
              </span>
            )}
          </>
        }
      />
    </li>
  )
}

type Props = {
  doctors: readonly DoctorChoice[]
  suggestions: readonly Suggestion[]
  /** The doctor whom Enter chooses. */
  bestId: string | undefined
  chosen: ReadonlySet<string>
  assigned: ReadonlyMap<string, number>
  studies: number
  onToggle: (doctorId: string) => void
}

export function DoctorRows({ doctors, suggestions, bestId, chosen, assigned, studies, onToggle }: Props) {
  return (
    <ul aria-label="Doctors">
      {doctors.map((doctor) => (
        <DoctorRow
          key={doctor._id}
          doctor={doctor}
          suggestion={suggestions.find(({ doctorId }) => doctorId === doctor._id)}
          isBest={doctor._id === bestId}
          chosen={chosen.has(doctor._id)}
          assigned={assigned.get(doctor._id) ?? 0}
          studies={studies}
          onToggle={() => onToggle(doctor._id)}
        />
      ))}
    </ul>
  )
}
