import { listDueFailures, lockIntake } from '@readroom/db/queries/intake'
import type { IntakeContext } from './context.ts'
import { guarded } from './guard.ts'
import { compareStudy } from './one-study.ts'

/** Tries studies again that could not be taken in and whose time has come. */
export async function retryOnce(context: IntakeContext): Promise<void> {
  const { database } = context
  if ((await listDueFailures(database.db, 1)).length === 0) return
  await database.db.transaction(async (tx) => {
    await lockIntake(tx)
    for (const orthancId of await listDueFailures(tx, 10)) {
      await guarded(context, tx, orthancId, (inner) => compareStudy(context, inner, orthancId))
    }
  })
}
