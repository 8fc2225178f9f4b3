import { listDueFailures } from '@readroom/db/studies/intake/intake'
import pMap from 'p-map'
import type { IntakeContext } from './context.ts'
import { compareResource } from './one-study.ts'

const STUDIES_AT_ONCE = 4

/** Tries studies again that could not be taken in and whose time has come, with an archive that is given more time to answer. */
export async function retryOnce(context: IntakeContext): Promise<void> {
  const patient = { ...context, orthanc: context.patientOrthanc }
  const due = await listDueFailures(context.database.db, 10)
  await pMap(due, (orthancId) => compareResource(patient, orthancId), { concurrency: STUDIES_AT_ONCE })
}
