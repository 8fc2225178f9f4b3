import { isDatabaseDown, type Tx } from '@readroom/db/client'
import { clearFailure, recordFailure } from '@readroom/db/queries/intake'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import { describeError } from '../log.ts'
import type { IntakeContext } from './context.ts'

/** True where everything fails, as against one study. A 5xx is that study's own as long as the archive answers otherwise. */
async function isOutage(orthanc: Orthanc, error: unknown): Promise<boolean> {
  if (isDatabaseDown(error)) return true
  if (!(error instanceof OrthancDown)) return false
  if (error.status === null) return true
  return orthanc.system().then(
    () => false,
    () => true,
  )
}

/** Notes that a study could not be taken in, to be tried again. Throws on where the archive or the database is down. */
export async function noteFailure({ orthanc, log }: IntakeContext, tx: Tx, orthancId: string, error: unknown): Promise<void> {
  if (await isOutage(orthanc, error)) throw error
  const reason = describeError(error)
  log.error({ orthancId, reason }, 'a study could not be taken in; it will be tried again')
  await recordFailure(tx, orthancId, reason)
}

/** Does one study's work in a savepoint: what goes wrong with it stops no other. */
export async function guarded(context: IntakeContext, tx: Tx, orthancId: string, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await tx.transaction(work)
  } catch (error) {
    return noteFailure(context, tx, orthancId, error)
  }
  await clearFailure(tx, orthancId)
}
