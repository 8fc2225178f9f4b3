import type { WorklistRow } from '@readroom/contracts/studies/studies'

export type AssignmentPair = { study: WorklistRow; doctorId: string }

const isAssigned = (study: WorklistRow, doctorId: string) =>
  study.doctorAssignments.some((assignment) => assignment.doctorId === doctorId)

/** Splits the chosen doctors by study. Doctors who lack the study are assigned if they are still `assignable`. Doctors who have it are unassigned. */
export function assignmentDiff(
  studies: readonly WorklistRow[],
  chosen: ReadonlySet<string>,
  assignable: (doctorId: string) => boolean = () => true,
) {
  const pairs = [...chosen].flatMap((doctorId) => studies.map((study): AssignmentPair => ({ study, doctorId })))
  const toAssign = pairs.filter(({ study, doctorId }) => !isAssigned(study, doctorId) && assignable(doctorId))
  const toUnassign = pairs.filter(({ study, doctorId }) => isAssigned(study, doctorId))
  const doctorsOf = (some: readonly AssignmentPair[]) => new Set(some.map(({ doctorId }) => doctorId)).size
  return { toAssign, toUnassign, assignCount: doctorsOf(toAssign), unassignCount: doctorsOf(toUnassign) }
}

/** Returns the studies for which this doctor must become the only one. */
export const replacements = (studies: readonly WorklistRow[], doctorId: string): AssignmentPair[] =>
  studies
    .filter(({ doctorAssignments: [first, ...others] }) => first?.doctorId !== doctorId || others.length > 0)
    .map((study) => ({ study, doctorId }))

/** Returns how many of the studies each doctor has. */
export function assignedCounts(studies: readonly WorklistRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { doctorAssignments } of studies) {
    for (const { doctorId } of doctorAssignments) counts.set(doctorId, (counts.get(doctorId) ?? 0) + 1)
  }
  return counts
}
