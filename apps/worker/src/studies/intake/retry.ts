import { listDueFailures } from '@readroom/db/studies/intake/intake'
import type { IntakeContext } from './context.ts'
import { compareResource } from './one-study.ts'
import { inParallel } from './parallel.ts'

const STUDIES_AT_ONCE = 4

/** Tries studies again that could not be taken in and whose time has come, with an archive that is given more time to answer. */
export async function retryOnce(context: IntakeContext): Promise<void> {
  const patient = { ...context, orthanc: context.patientOrthanc }
  const due = await listDueFailures(context.database.db, 10)
  await inParallel(due, STUDIES_AT_ONCE, (orthancId) => compareResource(patient, orthancId))
}
