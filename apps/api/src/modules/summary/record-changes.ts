import { CaseFlag, caseFlagLabels } from '@readroom/contracts/primitives'
import type { StudySummary, SummaryChange } from '@readroom/contracts/summary'
import type { CourseEvent, EditRecord } from '@readroom/db/queries/study-summary'
import { emptyTimeline } from '@readroom/domain/timeline'
import { z } from 'zod'

type RecordChange = NonNullable<StudySummary['recordChanges']>[number]

const Edited = z.object({
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).default([]),
})
const Prioritized = z.object({ priority: z.string() })

/** Fields of the patient: a change of them shows on each of the patient's studies. */
const patientFields = new Set([
  ...['salutation', 'fullName', 'gender', 'dateOfBirth'],
  ...['contactPhone', 'contactEmail', 'address', 'patientId'],
])

const Flags = z.array(CaseFlag)

/** A value as people read it; nothing is null. */
function textOf(value: unknown): string | null {
  const flags = Flags.safeParse(value)
  if (flags.success) return flags.data.map((flag) => caseFlagLabels[flag]).join(', ') || null
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) || null : null
}

const ofEdits = (edits: EditRecord[], studyId: string): RecordChange[] =>
  edits.flatMap(({ studyId: editedId, at, details, actorName }) =>
    Edited.parse(details)
      .changes.filter(({ field }) => editedId === studyId || patientFields.has(field))
      .map(({ field, before, after }) => ({
        ...{ field, before: textOf(before), after: textOf(after) },
        ...{ changedBy: actorName, changedAt: at.toISOString() },
      })),
  )

/** Priorities have events of their own, which name the new one alone. An event of another case type changes none. */
function ofPriorities(events: CourseEvent[]): RecordChange[] {
  let before: string = emptyTimeline.priority
  return events
    .filter(({ event }) => event.event === 'prioritized')
    .map(({ event, actorName }) => {
      const { priority: after } = Prioritized.parse(event.details)
      const change = { field: 'priorityLevel', before, after, changedBy: actorName, changedAt: event.at.toISOString() }
      before = after
      return change
    })
    .filter((change) => change.before !== change.after)
}

/** What people changed of a study's record and its patient's, newest first. */
export function recordChangesOf(edits: EditRecord[], events: CourseEvent[], studyId: string): RecordChange[] {
  const all = [...ofEdits(edits, studyId), ...ofPriorities(events)]
  return all.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt))
}

export const changesOfField = (changes: RecordChange[], field: string): SummaryChange[] =>
  changes.filter((change) => change.field === field).map(({ field: _field, ...change }) => change)
