import type { QueryClient } from '@tanstack/react-query'
import { plural } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.tsx'
import { type Change, type ChangeResult, patientOf, undoAssignments } from './assignments.queries.ts'

type NameOf = (doctorId: string) => string

const fewNames = 3
/** Long enough to read the message and reconsider. */
const undoMs = 12_000

const studiesOf = (results: readonly ChangeResult[]) =>
  plural(new Set(results.map(({ study }) => study._id)).size, 'study', 'studies')

/** Returns the names of the changed doctors, or their number if there are many. */
function doctorsOf(results: readonly ChangeResult[], nameOf: NameOf): string {
  const names = [...new Set(results.map(({ doctorId }) => doctorId))].map(nameOf)
  return names.length > fewNames ? plural(names.length, 'doctor') : new Intl.ListFormat('en-GB').format(names)
}

async function undo(client: QueryClient, done: readonly ChangeResult[], nameOf: NameOf) {
  const results = await undoAssignments(client, done)
  const kept = results.filter(({ error }) => error !== null)
  const undone = results.filter(({ error }) => error === null)
  if (undone.length > 0) notify.success(`${studiesOf(undone)} unassigned from ${doctorsOf(undone, nameOf)}`)
  if (kept.length === 0) return
  notify.warning(`${studiesOf(kept)} not unassigned`, {
    description: (
      <ul>
        {kept.map(({ study, doctorId, error }) => (
          <li key={study._id + doctorId}>
            {patientOf(study)}, {nameOf(doctorId)}: {error}
          </li>
        ))}
      </ul>
    ),
  })
}

/** Reports the changed studies and offers to undo an assignment. */
export function sayChanged(client: QueryClient, change: Change, done: readonly ChangeResult[], nameOf: NameOf) {
  const [studies, doctors] = [studiesOf(done), doctorsOf(done, nameOf)]
  if (change === 'unassign') return void notify.success(`${studies} unassigned from ${doctors}`)
  const ours = done.filter(({ isNew }) => isNew)
  notify.success(`${studies} assigned to ${doctors}`, {
    ...(ours.length > 0 && {
      duration: undoMs,
      action: { label: 'Undo', onClick: () => void undo(client, ours, nameOf) },
    }),
  })
}
