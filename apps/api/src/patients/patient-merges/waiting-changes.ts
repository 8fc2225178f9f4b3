import { paginate } from '@readroom/contracts/core/pagination'
import { rowName } from '@readroom/contracts/core/person-names'
import type { WaitingChange } from '@readroom/contracts/patients/sent-changes'
import type { Db } from '@readroom/db/core/client'
import { listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import { listPeopleOfId } from '@readroom/db/patients/patients'
import { listWaitingChanges, type WaitingChangeRow } from '@readroom/db/patients/waiting-changes'

/** Returns the newest study of each person with one of the IDs of a change. */
async function listStudiesOf(db: Db, { labId, patientId, previousId }: WaitingChangeRow): Promise<WaitingChange['studies']> {
  const ids = previousId === '' ? [patientId] : [patientId, previousId]
  const people = await Promise.all(ids.map((id) => listPeopleOfId(db, { labId, patientId: id }, null)))
  const rowIds = [...new Set(people.flat().map(({ patientRowId }) => patientRowId))]
  if (rowIds.length === 0) return []
  const studies = await listStudiesOfPeople(db, rowIds)
  return rowIds.flatMap((rowId) => {
    const newest = studies.findLast(({ patientRowId }) => patientRowId === rowId)
    return newest ? { studyId: newest.id, patientId: newest.patientId, patientName: newest.patientName } : []
  })
}

/** Returns a page of the changes that wait, each with a study of everybody concerned. */
export async function readWaitingChanges(db: Db, query: { page: number; limit: number }) {
  const { rows, total } = await listWaitingChanges(db, query)
  const data = await Promise.all(
    rows.map(
      async ({ change, laboratory }): Promise<WaitingChange> => ({
        id: change.id,
        kind: change.kind,
        laboratory,
        sender: change.sender,
        patientId: change.patientId,
        previousId: change.previousId === '' ? null : change.previousId,
        patientName: rowName(change.patientName),
        birthDate: change.birthDate,
        sex: change.sex,
        reason: change.reason,
        receivedAt: change.receivedAt.toISOString(),
        studies: await listStudiesOf(db, change),
      }),
    ),
  )
  return { data, pagination: paginate(total, query) }
}
