import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'

const isBroken = (error: unknown): boolean =>
  error instanceof OrthancDown || (error instanceof Error && 'code' in error && String(error.code).startsWith('UND_ERR'))

/** Returns true if the image archive has lost or damaged a single file. Throws its error if the archive itself is down. */
export async function isOfOneFile(orthanc: Pick<Orthanc, 'system'>, error: unknown): Promise<boolean> {
  if (error instanceof OrthancNotFound || error instanceof OrthancBadAnswer) return true
  if (!isBroken(error)) return false
  await orthanc.system()
  return true
}
