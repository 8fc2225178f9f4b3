import type { StudyInstance } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'

/** Of larger files only the beginning is read. */
const WHOLE_BYTES = 32 * 1024 * 1024

type Files = Pick<Orthanc, 'openInstanceFile' | 'system'>
type ImageFile = Pick<StudyInstance, 'id' | 'fileSize'>

/** Reports whether the image archive still has the file of an image, in the length received. Throws if the archive is down. */
async function isReadable(orthanc: Files, { id, fileSize }: ImageFile, signal: AbortSignal): Promise<boolean> {
  try {
    const { stream } = await orthanc.openInstanceFile(id, signal)
    let size = 0
    for await (const chunk of stream) {
      size += chunk.length
      if (size > WHOLE_BYTES) break
    }
    stream.destroy()
    return size > WHOLE_BYTES || (size > 0 && (fileSize === null || size === fileSize))
  } catch (error) {
    if (signal.aborted || !(await isOfFile(orthanc, error))) throw error
    return false
  }
}

/** Returns the ids of the unreadable files, up to a limit. */
export async function findUnreadable(
  orthanc: Files,
  images: readonly ImageFile[],
  atMost: number,
  signal: AbortSignal,
): Promise<string[]> {
  const unreadable: string[] = []
  for (const image of images) {
    if (unreadable.length === atMost) break
    if (!(await isReadable(orthanc, image, signal))) unreadable.push(image.id)
  }
  return unreadable
}

/** The archive answered, but not with the whole of a file. */
export const tellsOfFiles = (error: unknown) =>
  error instanceof OrthancNotFound || error instanceof OrthancBadAnswer || (error instanceof OrthancDown && error.status !== null)

/** The file's own fault, as the archive answers otherwise. A stream that breaks off names no status. */
async function isOfFile(orthanc: Files, error: unknown): Promise<boolean> {
  if (error instanceof OrthancNotFound || error instanceof OrthancBadAnswer) return true
  if (error instanceof OrthancDown && error.status === null) return false
  await orthanc.system()
  return true
}
