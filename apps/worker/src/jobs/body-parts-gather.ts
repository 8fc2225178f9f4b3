import { gatherDueBodyParts } from '@readroom/db/queries/body-parts'
import type { JobsContext } from './context.ts'

/** So few that nobody waits long for their rows; a million studies take a night. */
const studiesAtOnce = 2_000

/** Gathers the body parts of studies that came before searches looked in them. */
export async function gatherParts({ database, log }: JobsContext): Promise<void> {
  const studies = await gatherDueBodyParts(database.db, studiesAtOnce)
  if (studies > 0) log.info({ studies }, 'body parts gathered')
}
