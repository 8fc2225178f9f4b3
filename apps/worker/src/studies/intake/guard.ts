import { isDatabaseDown } from '@readroom/db/core/client'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'

/**
 * True if everything fails, as against one study. No answer and a 5xx are that study's own as long as the archive says at all that it is up.
 */
export async function isOutage(orthanc: Pick<Orthanc, 'system'>, error: unknown): Promise<boolean> {
  if (isDatabaseDown(error)) return true
  if (!(error instanceof OrthancDown)) return false
  return orthanc.system().then(
    () => false,
    () => true,
  )
}
