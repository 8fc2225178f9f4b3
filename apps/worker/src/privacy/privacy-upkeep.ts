import { listEndedExports, listStuckActions, updatePrivacyAction } from '@readroom/db/privacy/privacy'
import { emitJob } from '@readroom/domain/core/outbox'
import { readChangedSettings } from '@readroom/domain/core/settings'
import { applyRetention } from '@readroom/domain/privacy/privacy-jobs'
import type { JobRun } from '@readroom/jobs/jobs'
import type { JobsContext } from '../core/jobs/context.ts'

const STUDIES_AT_ONCE = 50

/** Once a day: retention times in batches, exports whose time is over, and what was left undone. */
export async function keepPrivacy(context: JobsContext, _payload: object, { signal }: JobRun): Promise<void> {
  await applyRetentionTimes(context, signal)
  await endExports(context)
  const { db } = context.database
  for (const { id, kind } of await listStuckActions(db))
    await db.transaction((tx) => emitJob(tx, kind === 'export' ? 'privacy.export' : 'privacy.remove', { actionId: id }))
}

async function applyRetentionTimes({ database: { db }, log }: JobsContext, signal: AbortSignal): Promise<void> {
  const settings = await readChangedSettings(db)
  const { studyRetentionYears: years = 0, studyRetentionWay: way = 'erase', imageRetentionDays: days = 0 } = settings
  const rules = [
    ...(years > 0 ? [{ kind: 'studies', years, way } as const] : []),
    ...(days > 0 ? [{ kind: 'images', days } as const] : []),
  ]
  for (const rule of rules) {
    let studies = 0
    for (let taken = STUDIES_AT_ONCE; taken === STUDIES_AT_ONCE; studies += taken) {
      signal.throwIfAborted()
      taken = await db.transaction((tx) => applyRetention(tx, rule, STUDIES_AT_ONCE))
    }
    if (studies > 0) log.info({ rule: rule.kind, studies }, 'a retention time was applied')
  }
}

async function endExports({ database: { db }, storage }: JobsContext): Promise<void> {
  for (const { id, objectKey } of await listEndedExports(db)) {
    if (objectKey !== null) await storage.delete(objectKey)
    await updatePrivacyAction(db, { id }, { state: 'expired', objectKey: null })
  }
}
