import type { AssignmentMode } from '@readroom/contracts/assignments'
import type { Priority } from '@readroom/contracts/primitives'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
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
  /** What lower priorities are raised to. */
  priority: Priority | undefined
  /** Whether the doctors who have a study keep it. */
  mode: AssignmentMode
  /** These studies are changed. */
  onDone: (studyIds: readonly string[]) => void
  onClose: () => void
}

/** The choice of doctors in the assign dialog, and what happens with it. */
export function useAssignment({ studies, doctors, nameOf, priority, mode, onDone, onClose }: Options) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<Change | null>(null)
  const [failures, setFailures] = useState<readonly ChangeResult[]>([])
  const inactive = new Set(doctors.flatMap(({ _id, isActive }) => (isActive ? [] : [_id])))
  const diff = assignmentDiff(studies, chosen, (doctorId) => !inactive.has(doctorId))

  async function run(change: Change, pairs: readonly AssignmentPair[]) {
    setBusy(change)
    const results = await changeAssignments(client, change, pairs, doctors, { priority, mode })
    setBusy(null)
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

  return {
    chosen,
    diff,
    busy,
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
      if (pairs.length > 0) return void run('assign', pairs)
      if ([...chosen].every((doctorId) => inactive.has(doctorId)))
        return void notify.warning('An inactive doctor can only be unassigned')
      notify.info('No changes to make - all selected doctors are already assigned.')
      onClose()
    },
    /** True when there is somebody to unassign, which is asked about first. */
    mayUnassign() {
      if (diff.toUnassign.length > 0) return true
      notify.warning('No assigned doctors are selected for unassignment')
      return false
    },
    unassign: () => void run('unassign', diff.toUnassign),
  }
}
