import { registerKeyOf } from '@readroom/contracts/privacy/privacy'
import { listRemovals, markRemoved } from '@readroom/db/privacy/erasure'
import { findPrivacyAction, updatePrivacyAction } from '@readroom/db/privacy/privacy'
import { finishRemoval } from '@readroom/domain/privacy/privacy-jobs'
import { registerEntryOf } from '@readroom/domain/privacy/privacy-register'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { JobsContext } from '../core/jobs/context.ts'

const AT_ONCE = 100

/** Notes the action outside of the database, before anything: one that is restored from an older backup does it again by that. */
async function register({ database, storage }: JobsContext, actionId: string): Promise<void> {
  const action = await findPrivacyAction(database.db, actionId)
  const entry = action && registerEntryOf(action)
  if (!entry) return
  await storage.put(registerKeyOf(actionId), Buffer.from(`${JSON.stringify(entry)}\n`), { contentType: 'application/json' })
}

/**
 * Removes the studies and objects of an erasure or a retention rule from archive and storage: studies first. Notes each removal, so that the next run
 * continues one that was cut off. A study or object that is gone already counts as removed.
 */
export async function removeErased(context: JobsContext, { actionId }: JobPayload<'privacy.remove'>, run: JobRun): Promise<void> {
  const { database, orthanc, storage, log } = context
  const { db } = database
  await updatePrivacyAction(db, { id: actionId, unlessDone: true }, { state: 'running' })
  let removed = 0
  try {
    await register(context, actionId)
    for (;;) {
      const removals = await listRemovals(db, actionId, AT_ONCE)
      for (const removal of removals) {
        run.signal.throwIfAborted()
        if (removal.kind === 'study') await orthanc.deleteStudy(removal.key)
        else await storage.delete(removal.key)
        await markRemoved(db, actionId, removal)
        removed += 1
      }
      if (removals.length < AT_ONCE) break
    }
  } catch (error) {
    const failure = 'The image archive or the file storage is not available. Readroom retries every day.'
    if (run.isLast) await updatePrivacyAction(db, { id: actionId, unlessDone: true }, { state: 'failed', error: failure })
    throw error
  }
  await db.transaction((tx) => finishRemoval(tx, actionId))
  log.info({ actionId, removed }, 'erased images and files were removed')
}
