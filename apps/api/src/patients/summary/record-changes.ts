import { RecordField, recordFields } from '@readroom/contracts/patients/record-fields'
import type { StudySummary, SummaryChange } from '@readroom/contracts/patients/summary'
import { ManualMark, studyMarks } from '@readroom/contracts/studies/study-marks'
import type { CourseEvent, EditRecord } from '@readroom/db/patients/study-summary'
import { emptyTimeline } from '@readroom/domain/studies/timeline'
import { z } from 'zod'

type RecordChange = NonNullable<StudySummary['recordChanges']>[number]

const Edited = z.object({
  changes: z.array(z.object({ field: RecordField, before: z.unknown(), after: z.unknown() })).default([]),
})
const Prioritized = z.object({ priority: z.string() })

const Marks = z.array(ManualMark)

/** Formats a value for display. Null is no value. */
function textOf(value: unknown): string | null {
  const marks = Marks.safeParse(value)
  if (marks.success) return marks.data.map((mark) => studyMarks[mark].label).join(', ') || null
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) || null : null
}

const ofEdits = (edits: EditRecord[], studyId: string): RecordChange[] =>
  edits.flatMap(({ studyId: editedId, at, details, actorName, isOfPatient }) =>
    Edited.parse(details)
      .changes.filter(({ field }) => (recordFields[field].subject === 'patient' ? isOfPatient : editedId === studyId))
      .map(({ field, before, after }) => ({
        field,
        before: textOf(before),
        after: textOf(after),
        changedBy: actorName,
        changedAt: at.toISOString(),
      })),
  )

/** Priority events carry only the new priority. An event for a changed case type may repeat the old one, which is no change. */
function ofPriorities(events: CourseEvent[]): RecordChange[] {
  let before: string = emptyTimeline.priority
  return events
    .filter(({ event }) => event.event === 'prioritized')
    .map(({ event, actorName }) => {
      const { priority: after } = Prioritized.parse(event.details)
      const change = { field: 'priorityLevel' as const, before, after, changedBy: actorName, changedAt: event.at.toISOString() }
      before = after
      return change
    })
    .filter((change) => change.before !== change.after)
}

/** Lists the changes that accounts made to the record of a study and its patient, newest first. */
export function recordChangesOf(edits: EditRecord[], events: CourseEvent[], studyId: string): RecordChange[] {
  const all = [...ofEdits(edits, studyId), ...ofPriorities(events)]
  return all.toSorted((a, b) => b.changedAt.localeCompare(a.changedAt))
}

export const changesOfField = (changes: RecordChange[], field: RecordField): SummaryChange[] =>
  changes.filter((change) => change.field === field).map(({ field: _field, ...change }) => change)
