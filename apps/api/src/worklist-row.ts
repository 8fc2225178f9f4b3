import { AppError } from '@readroom/contracts/errors'
import type { WorklistRow } from '@readroom/contracts/studies'
import type { Actor } from '@readroom/db/actor'
import type { Db } from '@readroom/db/client'
import { findWorklistRow } from '@readroom/db/queries/worklist'

/** One study as the caller's worklist shows it. Throws STUDY_NOT_FOUND where it does not exist or the caller does not see it. */
export async function requireWorklistRow(db: Db, actor: Actor, studyId: string): Promise<WorklistRow> {
  const row = await findWorklistRow(db, actor, studyId)
  if (!row) throw new AppError('STUDY_NOT_FOUND')
  return row
}
