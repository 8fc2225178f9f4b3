import { AppError } from '@readroom/contracts/core/errors'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { Actor } from '@readroom/db/core/actor'
import type { Db } from '@readroom/db/core/client'
import { findWorklistRow } from '@readroom/db/worklist/worklist'

/** Returns a study's row as it appears on the account's worklist. Throws STUDY_NOT_FOUND if it does not exist or is hidden. */
export async function requireWorklistRow(db: Db, actor: Actor, studyId: string): Promise<WorklistRow> {
  const row = await findWorklistRow(db, actor, studyId)
  if (!row) throw new AppError('STUDY_NOT_FOUND')
  return row
}
