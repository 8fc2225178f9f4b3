import type { Priority } from '@readroom/contracts/core/primitives'
import type { AssignmentMode } from '@readroom/contracts/studies/assignments'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Countdown } from '../../../components/study/countdown.tsx'
import { SeveralStudies, StudyIdentity } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { formatInstant } from '../../../lib/format.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { type AssignmentPair, assignedCounts } from './assignment-diff.ts'
import {
  type ChangeResult,
  choicesOf,
  doctorsOptions,
  inSuggestedOrder,
  patientOf,
  suggestionsOptions,
} from './assignments.queries.ts'
import { DoctorFilter, filterDoctors, noFilter } from './doctor-filter.tsx'
import { DoctorRows } from './doctor-rows.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { PriorityChoice } from './priority-choice.tsx'
import { lateWarning } from './suggestion-words.ts'
import { useAssignment } from './use-assignment.ts'

/** Shows the doctors currently assigned to the study. */
function AssignedBanner({ study }: { study: WorklistRow }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 border-b border-line bg-canvas px-5 py-2 text-sm">
      <span className="mr-1 text-text-2">Currently assigned</span>
      {study.doctorAssignments.length === 0 && <span className="text-text-3">Nobody</span>}
      {study.doctorAssignments.map(({ doctorId, doctorDetails, assignedAt }) => {
        const { text, exact } = formatInstant(assignedAt)
        return (
          <span
            key={doctorId}
            data-tip={exact}
            className="num max-w-full rounded-xs border border-line-strong px-1.5 text-xs break-words"
          >
            <bdi className="font-medium">{doctorDetails.fullName}</bdi> <span className="text-text-3">since {text}</span>
          </span>
        )
      })}
    </div>
  )
}

/** Shows when the study is due, or the first of several. */
function Deadlines({ studies }: { studies: readonly WorklistRow[] }) {
  const open = studies.filter(({ reportedDate, dueAt }) => reportedDate === null && dueAt !== null)
  const [first, ...more] = open.toSorted((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? ''))
  if (!first?.dueAt) return null
  return (
    <p className="flex shrink-0 flex-wrap items-center gap-x-2 border-b border-line px-5 py-2 text-sm">
      <span className="num">
        {more.length > 0 ? 'The first is due' : 'Due'} {formatInstant(first.dueAt).text}
      </span>
      <Countdown study={first} isAlone />
    </p>
  )
}

function Failures({ failures }: { failures: readonly ChangeResult[] }) {
  if (failures.length === 0) return null
  return (
    <div
      role="alert"
      className="max-h-28 shrink-0 overflow-y-auto border-b border-line bg-red-wash px-5 py-2 text-sm text-red-fg"
    >
      <ul aria-label="Failed changes">
        {failures.map(({ study, doctorId, error }) => (
          <li key={study._id + doctorId}>
            <bdi className="font-medium">{patientOf(study)}</bdi>: {error}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Shows the assignments that will be removed, each with the name and ID of the patient. */
function UnassignQuestion({ pairs, nameOf }: { pairs: readonly AssignmentPair[]; nameOf: (doctorId: string) => string }) {
  return (
    <>
      <ul className="max-h-40 overflow-y-auto">
        {pairs.map(({ study, doctorId }) => (
          <li key={study._id + doctorId}>
            <bdi className="font-medium text-text">{nameOf(doctorId)}</bdi> from{' '}
            <bdi className="font-medium text-text">{patientOf(study)}</bdi>
          </li>
        ))}
      </ul>
      <p className="mt-2">Access to the images and reports ends immediately.</p>
    </>
  )
}

type Props = {
  studies: readonly WorklistRow[]
  onOpenPatient?: () => void
  onDone: (studyIds: readonly string[]) => void
  onClose: () => void
}

export default function AssignDialog({ studies, onOpenPatient, onDone, onClose }: Props) {
  const { data: active, error, isPending, refetch } = useQuery(doctorsOptions)
  const { data: groups = [] } = useQuery(doctorGroupsOptions)
  const { data: suggestions = [], isPending: isRanking } = useQuery(suggestionsOptions(studies))
  const doctors = active && !isRanking ? inSuggestedOrder(choicesOf(active, studies), suggestions) : []
  const [filter, setFilter] = useState(noFilter)
  const [asks, setAsks] = useState(false)
  const [priority, setPriority] = useState<Priority>()
  const [chosenMode, setMode] = useState<AssignmentMode>('replace')
  const hasReaders = studies.some(({ doctorAssignments }) => doctorAssignments.length > 0)
  const mode = hasReaders ? chosenMode : 'add'
  const nameOf = (doctorId: string) => doctors.find(({ _id }) => _id === doctorId)?.fullName ?? 'N/A'
  const assignment = useAssignment({ studies, doctors, nameOf, priority, mode, onDone, onClose })
  const { diff, busy, chosen } = assignment
  const [only, ...more] = studies
  const single = more.length === 0 ? only : undefined
  const isDue = single?.dueAt ? Date.parse(single.dueAt) <= serverNow().getTime() : false
  const late = single ? lateWarning(suggestions, nameOf, isDue) : null
  const assigned = assignedCounts(studies)
  const shown = filterDoctors(doctors, assigned, groups, filter)
  const first = suggestions.find(
    ({ obstacles, doctorId }) =>
      obstacles.length === 0 && !assigned.has(doctorId) && (filter.groupId === null || shown.some(({ _id }) => _id === doctorId)),
  )
  const isWhole = filter.scope === 'all' && filter.text === ''
  const bestId = chosen.size === 0 && isWhole ? first?.doctorId : undefined
  /** Handles Enter. It assigns the chosen doctors, or chooses the suggested doctor or the only one left. It never removes an assignment. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const [left, ...others] = shown
    const next = bestId ?? (others.length === 0 ? left?._id : undefined)
    if (chosen.size === 0 && next) assignment.toggle(next)
    else if (busy === null) assignment.assign()
  }

  return (
    <Dialog
      title="Assign Study"
      width="max-w-[860px]"
      onClose={onClose}
      header={
        single ? (
          <StudyIdentity row={single} uid={single.studyInstanceUID} onOpenPatient={onOpenPatient} />
        ) : (
          <SeveralStudies studies={studies} />
        )
      }
      footer={
        <>
          <PriorityChoice studies={studies} value={priority} onChange={setPriority} />
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
          <Button
            look="danger"
            className="max-lg:h-11 max-sm:px-2"
            disabled={busy !== null}
            onClick={() => setAsks(assignment.mayUnassign())}
          >
            {busy === 'unassign' ? 'Unassigning...' : `Unassign Selected (${diff.unassignCount})`}
          </Button>
          <Button look="primary" className="max-lg:h-11 max-sm:px-2" disabled={busy !== null} onClick={assignment.assign}>
            {busy === 'assign' ? 'Assigning...' : `Assign Selected (${diff.assignCount})`}
          </Button>
        </>
      }
    >
      {single && <AssignedBanner study={single} />}
      <Deadlines studies={studies} />
      {hasReaders && <ModeChoice value={chosenMode} onChange={setMode} />}
      {late !== null && (
        <p role="status" className="shrink-0 border-b border-line bg-orange-wash px-5 py-2 text-sm text-orange-fg">
          {late}
        </p>
      )}
      <Failures failures={assignment.failures} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles a key of the fields inside */}
      <div className="contents" onKeyDown={onEnter}>
        <DoctorFilter
          value={filter}
          onChange={setFilter}
          doctors={doctors}
          groups={groups}
          shown={shown.length}
          assigned={assigned}
          chosen={chosen.size}
          onClear={() => {
            setFilter(noFilter)
            assignment.clear()
          }}
        />
        <div className="min-h-44 overflow-y-auto">
          <DoctorRows
            doctors={shown}
            suggestions={suggestions}
            bestId={bestId}
            chosen={chosen}
            assigned={assigned}
            studies={studies.length}
            onToggle={assignment.toggle}
          />
          {shown.length === 0 && !error && (
            <p className="py-12 text-center text-text-3">
              {isPending || isRanking ? 'Loading doctors...' : 'No doctors match this filter.'}
            </p>
          )}
          {error && (
            <div role="alert" className="grid justify-items-center gap-3 py-10 text-text-2">
              Failed to load doctors
              <Button onClick={() => void refetch()}>Try again</Button>
            </div>
          )}
        </div>
      </div>
      {asks && (
        <ConfirmDialog
          title="Unassign"
          action={`Unassign (${diff.unassignCount})`}
          destructive
          onCancel={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false)
            assignment.unassign()
          }}
        >
          <UnassignQuestion pairs={diff.toUnassign} nameOf={nameOf} />
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
