import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type StudyStatus, statusTable } from '@readroom/contracts/studies/study-workflow'
import { useSyncExternalStore } from 'react'
import { onOtherUser, sessionStore } from '../session/session.ts'

/** How long a row shows the user's own change, even if an outdated answer contradicts it. */
const overrideMs = 30_000

type Override = Pick<WorklistRow, 'workflowStatus' | 'currentCategory' | 'doctorAssignments' | 'assignedDoctorName'>
type Overrides = ReadonlyMap<string, Override>

let overrides: Overrides = new Map()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
/** When the server had completed the change that an override shows. */
const doneAt = new Map<string, number>()
const listeners = new Set<() => void>()

function replace(change: (next: Map<string, Override>) => void) {
  const next = new Map(overrides)
  change(next)
  overrides = next
  for (const listener of listeners) listener()
}

/** Shows a study in `status` with these doctors for 30 seconds. */
export function overrideStudy(studyId: string, status: StudyStatus, doctorAssignments: WorklistRow['doctorAssignments']) {
  clearTimeout(timers.get(studyId))
  timers.set(
    studyId,
    setTimeout(() => clearOverride(studyId), overrideMs),
  )
  doneAt.delete(studyId)
  const assignedDoctorName = doctorAssignments.map(({ doctorDetails }) => doctorDetails.fullName).join(', ') || null
  const { category: currentCategory } = statusTable[status]
  replace((next) => next.set(studyId, { workflowStatus: status, currentCategory, doctorAssignments, assignedDoctorName }))
}

/** Shows the server's answer to the change for 30 seconds, or until a newer answer differs. */
export function confirmOverride(row: Pick<WorklistRow, '_id' | 'workflowStatus' | 'doctorAssignments'>) {
  overrideStudy(row._id, row.workflowStatus, row.doctorAssignments)
  doneAt.set(row._id, performance.now())
}

/** Ends an override because the change failed or newer data is known. */
export function clearOverride(studyId: string) {
  clearTimeout(timers.get(studyId))
  timers.delete(studyId)
  doneAt.delete(studyId)
  if (overrides.has(studyId)) replace((next) => next.delete(studyId))
}

onOtherUser(sessionStore, () => {
  for (const studyId of overrides.keys()) clearOverride(studyId)
})

const doctorsOf = ({ doctorAssignments }: Override) =>
  doctorAssignments
    .map(({ doctorId }) => doctorId)
    .sort()
    .join()

/** Ends the overrides that newer rows contradict. Only rows requested (`askedAt`) after the change was completed count. */
export function heedNewerRows(rows: readonly WorklistRow[], askedAt: number) {
  for (const row of rows) {
    const override = overrides.get(row._id)
    const done = doneAt.get(row._id)
    if (!override || done === undefined || askedAt < done) continue
    if (override.workflowStatus !== row.workflowStatus || doctorsOf(override) !== doctorsOf(row)) clearOverride(row._id)
  }
}

export const hasOverride = (studyId: string) => overrides.has(studyId)

export const applyOverride = (row: WorklistRow, from: Overrides): WorklistRow => {
  const override = from.get(row._id)
  return override ? { ...row, ...override } : row
}

export function useStudyOverrides(): Overrides {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => overrides,
  )
}
