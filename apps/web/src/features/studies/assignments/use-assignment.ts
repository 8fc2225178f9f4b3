import type { Priority } from '@readroom/contracts/core/primitives'
import type { AssignmentMode } from '@readroom/contracts/studies/assignments'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { notify } from '../../../lib/notify.tsx'
import { type AssignmentPair, assignmentDiff, replacements } from './assignment-diff.ts'
import { sayChanged } from './assignment-toasts.tsx'
import { type Change, type ChangeResult, changeAssignments, type DoctorChoice } from './assignments.queries.ts'

const nothingChanged: Record<Change, string> = {
  assign: 'No assignments were successful',
  unassign: 'No doctors were unassigned',
}

const partlyFailed: Record<Change, string> = {
  assign: 'Failed to assign to doctor',
  unassign: 'Failed to unassign selected doctors',
}

type Options = {
  studies: readonly WorklistRow[]
  doctors: readonly DoctorChoice[]
  nameOf: (doctorId: string) => string
  /** Raises lower priorities to this one. */
  priority: Priority | undefined
  /** Says if current doctors keep the study or are replaced. */
  mode: AssignmentMode
  /** Called with the ids of the changed studies. */
  onDone: (studyIds: readonly string[]) => void
  onClose: () => void
}

/** Keeps the chosen doctors of the assign dialog and makes the changes. */
export function useAssignment({ studies, doctors, nameOf, priority, mode, onDone, onClose }: Options) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<readonly ChangeResult[]>([])
  const inactive = new Set(doctors.flatMap(({ _id, isActive }) => (isActive ? [] : [_id])))
  const diff = assignmentDiff(studies, chosen, (doctorId) => !inactive.has(doctorId))

  function sayResults(change: Change, results: readonly ChangeResult[]) {
    const failed = results.filter(({ error }) => error !== null)
    const done = results.filter(({ error }) => error === null)
    if (done.length > 0) sayChanged(client, change, done, nameOf)
    const unfinished = new Set(failed.map(({ study }) => study._id))
    onDone(done.map(({ study }) => study._id).filter((id) => !unfinished.has(id)))
    if (failed.length === 0) return onClose()
    setFailures(failed)
    notify.error((done.length === 0 ? nothingChanged : partlyFailed)[change], {
      description: `${plural(failed.length, 'change')} failed`,
    })
  }
  const optionsOf = (change: Change) => ({
    change: (pairs: readonly AssignmentPair[]) => changeAssignments(client, change, pairs, doctors, { priority, mode }),
    failed: nothingChanged[change],
    onDone: (results: readonly ChangeResult[]) => sayResults(change, results),
  })
  const assigning = useChange(optionsOf('assign'))
  const unassigning = useChange(optionsOf('unassign'))

  return {
    chosen,
    diff,
    busy: assigning.isBusy ? 'assign' : unassigning.isBusy ? 'unassign' : null,
    failures,
    toggle(doctorId: string) {
      setChosen((current) => {
        const next = new Set(current)
        if (!next.delete(doctorId)) next.add(doctorId)
        return next
      })
    },
    clear: () => setChosen(new Set()),
    assign() {
      if (chosen.size === 0) return void notify.warning('Please select at least one doctor')
      const [only, ...more] = chosen
      if (mode === 'replace' && more.length > 0)
        return void notify.warning('Select one doctor to replace the reader, or add second readers')
      const pairs = mode === 'replace' && only && !inactive.has(only) ? replacements(studies, only) : diff.toAssign
      if (pairs.length > 0) return assigning.start(pairs)
      if ([...chosen].every((doctorId) => inactive.has(doctorId)))
        return void notify.warning('An inactive doctor can only be unassigned')
      notify.info('No changes to make - all selected doctors are already assigned.')
      onClose()
    },
    /** Returns true if there is a doctor to unassign. The user is then asked to confirm. */
    mayUnassign() {
      if (diff.toUnassign.length > 0) return true
      notify.warning('No assigned doctors are selected for unassignment')
      return false
    },
    unassign: () => unassigning.start(diff.toUnassign),
  }
}
