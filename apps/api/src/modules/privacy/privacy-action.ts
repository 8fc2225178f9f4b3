import { paginate } from '@readroom/contracts/pagination'
import type { PrivacyAction } from '@readroom/contracts/privacy'
import type { Db } from '@readroom/db/client'
import { listPrivacyActions } from '@readroom/db/queries/privacy'

type Row = Awaited<ReturnType<typeof listPrivacyActions>>['rows'][number]

function toAction({ action, requestedBy, patientId }: Row): PrivacyAction {
  const { objectKey: _key, studyIds: _studies, requestedAt, finishedAt, expiresAt, requestedBy: _id, ...rest } = action
  return {
    ...rest,
    requestedBy,
    patientId,
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  }
}

/** A page of what was done with patients' data. */
export async function listActions(db: Db, query: { page: number; limit: number }) {
  const { rows, total } = await listPrivacyActions(db, query)
  return { data: rows.map(toAction), pagination: paginate(total, query) }
}
