import { paginate } from '@readroom/contracts/core/pagination'
import type { PrivacyAction } from '@readroom/contracts/privacy/privacy'
import type { Db } from '@readroom/db/core/client'
import { listPrivacyActions, listRemovalActions, type PrivacyActionRow } from '@readroom/db/privacy/privacy'
import { registerEntryOf } from '@readroom/domain/privacy/privacy-register'

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

/** Returns a page of the privacy actions. */
export async function listActions(db: Db, query: { page: number; limit: number }) {
  const { rows, total } = await listPrivacyActions(db, query)
  return { data: rows.map(toAction), pagination: paginate(total, query) }
}

const ACTIONS_AT_ONCE = 500

/** Yields the register of removals, one line per action. */
export async function* registerLines(db: Db): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const actions: PrivacyActionRow[] = await listRemovalActions(db, after, ACTIONS_AT_ONCE)
    for (const action of actions) yield `${JSON.stringify(registerEntryOf(action))}\n`
    const last = actions.at(-1)
    if (!last || actions.length < ACTIONS_AT_ONCE) return
    after = last.id
  }
}
