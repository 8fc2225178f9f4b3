import type { DoctorGroup } from '@readroom/contracts/people/doctor-groups'
import { DealingMode, dealingModes } from '@readroom/contracts/studies/automatic-assignment'
import type { LabDealing } from '@readroom/contracts/turnaround/automatic-assignment'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { GroupSelect } from '../../../components/form/group-select.tsx'
import { Select } from '../../../components/inputs/select.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { modeWords } from '../../../lib/studies/dealing-words.ts'
import { openStatus, StudiesLink } from '../workload/workload-links.tsx'
import { ColumnHead, cell, NumberHead, tableClass } from '../workload/workload-table.tsx'
import { assignmentOptions, chooseMode } from './assignment.queries.ts'

type Choice = Pick<LabDealing, 'mode' | 'groupId' | 'proposesMoves'>

function Row({
  lab: { labId, name, mode, groupId, proposesMoves, version, waiting },
  groups,
}: {
  lab: LabDealing
  groups: readonly DoctorGroup[]
}) {
  const id = useId()
  const { start, isBusy } = useChange({
    change: (choice: Choice) => chooseMode({ labId, ...choice, version }),
    done: ({ message }) => message,
    failed: 'The mode could not be saved. Please try again.',
    invalidates: [assignmentOptions.queryKey],
  })
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className={`${cell} min-w-28 text-left font-medium wrap-anywhere`}>
        <bdi>{name}</bdi>
      </th>
      <td className={`${cell} num text-right`}>
        <StudiesLink
          count={waiting}
          filters={{ assignedTo: 'unassigned', location: labId, status: openStatus }}
          label={`${waiting} waiting for a doctor at ${name}`}
        />
      </td>
      <td className={cell}>
        <Select
          aria-label={`Mode of ${name}`}
          aria-describedby={id}
          className="w-32"
          disabled={isBusy}
          value={mode}
          onChange={({ target }) => start({ mode: DealingMode.parse(target.value), groupId, proposesMoves })}
        >
          {dealingModes.map((one) => (
            <option key={one} value={one}>
              {modeWords[one].label}
            </option>
          ))}
        </Select>
        {(groups.length > 0 || groupId !== null) && (
          <GroupSelect
            aria-label={`Doctors of ${name}`}
            className="ml-2 w-48 max-sm:mt-2 max-sm:ml-0"
            disabled={isBusy}
            groups={groups}
            value={groupId}
            onChange={(next) => start({ mode, groupId: next, proposesMoves })}
          />
        )}
        <p id={id} className="mt-1 max-w-100 text-xs text-text-2">
          {modeWords[mode].help}
        </p>
        {(mode === 'assign' || mode === 'pool') && (
          <label className="mt-1 flex items-center gap-2 text-sm max-lg:min-h-11">
            <input
              type="checkbox"
              disabled={isBusy}
              checked={proposesMoves}
              onChange={({ target }) => start({ mode, groupId, proposesMoves: target.checked })}
            />
            Ask before unopened studies go to another doctor
          </label>
        )}
      </td>
    </tr>
  )
}

/** Lists laboratories with the mode in which their studies find a doctor, and the group of doctors that they are limited to. */
export function LabModes({ labs }: { labs: readonly LabDealing[] }) {
  const { data: groups = [] } = useQuery(doctorGroupsOptions)
  if (labs.length === 0) return <p className="text-text-2">No laboratories registered.</p>
  return (
    <table aria-label="Modes of laboratories" className={tableClass}>
      <thead>
        <tr className="border-b border-line text-xs text-text-2">
          <ColumnHead>Laboratory</ColumnHead>
          <NumberHead>Waiting</NumberHead>
          <ColumnHead className="w-1/2">Mode</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {labs.map((lab) => (
          <Row key={lab.labId} lab={lab} groups={groups} />
        ))}
      </tbody>
    </table>
  )
}
