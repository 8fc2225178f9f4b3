import { randomUUID } from 'node:crypto'
import { setZipProgress } from '@readroom/db/images/zips'
import { noteContent } from '@readroom/db/studies/intake/intake-studies'
import { folderNames, zipFileName } from '@readroom/domain/images/zip-names'
import { beginZip, failZip, publishZip, type ZipBegun } from '@readroom/domain/images/zips'
import { setDamaged } from '@readroom/domain/studies/damage'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import { type StudiesZipResult, StudyChanged, writeStudiesZip } from '@readroom/orthanc/study-zip'
import { StorageDown } from '@readroom/storage/object-storage'
import { findUnreadable, tellsOfFiles } from '../core/archive-files.ts'
import type { JobsContext } from '../core/jobs/context.ts'
import { guardBuild, storeZip } from './zip-store.ts'

type Study = ZipBegun['studies'][number]
/** A build, and the study that it has come to. */
type Building = ZipBegun & { inHand: Study | undefined }

const DAY_MS = 86_400_000
/** So many damaged images are named; a study with one is as damaged. */
const DAMAGED_NAMED = 50

const texts = [
  { error: OrthancDown, text: 'The image archive did not respond. Please try again later.' },
  { error: StorageDown, text: 'The file storage did not accept the ZIP. Please try again later.' },
  { error: StudyChanged, text: 'The images of this study kept changing. Try again when all have arrived.' },
]
const otherText = 'The ZIP could not be built. Please try again later.'

const missingText = 'The image archive no longer has the images of one study.'

/** Returns the text that users read when a build is given up. */
const failureText = (error: unknown): string => texts.find((known) => error instanceof known.error)?.text ?? otherText

/**
 * Builds a requested ZIP into storage and publishes it. Safe to run twice: a second run starts over under another key, and what the first
 * one still writes is never published.
 */
export async function buildZip(context: JobsContext, { zipId }: JobPayload<'zip.build'>, run: JobRun): Promise<void> {
  const begun = await begin(context, zipId)
  if (!begun) return
  const building: Building = { ...begun, inHand: undefined }
  await guardBuild(context, begun.build, {
    signal: run.signal,
    build: () => build(context, building, run.signal),
    publish: (written) => publish(context, building, written),
    onFailure: (error) => settleFailure(context, building, run, error),
  })
}

/** The half-built object is removed before the row forgets its key. */
async function begin({ database, storage }: JobsContext, zipId: string): Promise<ZipBegun | null> {
  return database.db.transaction(async (tx) => {
    const { begun, abandonedKey } = await beginZip(tx, { zipId, objectKey: `zips/${randomUUID()}.zip` })
    if (abandonedKey) await storage.delete(abandonedKey)
    return begun
  })
}

type Written = StudiesZipResult & { images: number }

async function build(context: JobsContext, building: Building, signal: AbortSignal): Promise<Written> {
  const written = await write(context, building, signal)
  checkSettled(building.studies, written.studies)
  return written
}

async function publish(
  { database, log, zipExpiresDays }: JobsContext,
  building: Building,
  { bytes, images, studies: written }: Written,
): Promise<boolean> {
  const { studies, zip } = building
  const expiresAt = new Date(Date.now() + zipExpiresDays * DAY_MS)
  const isPublished = await database.db.transaction(async (tx) => {
    // Every image was read. The studies before what hangs on them, as everybody locks them.
    for (const [index, { id }] of studies.entries()) {
      await setDamaged(tx, id, [])
      if (written[index]) await noteContent(tx, id, written[index])
    }
    return publishZip(tx, building.build, { sizeBytes: bytes, images, expiresAt })
  })
  if (isPublished) log.info({ zipId: zip.id, studies: studies.length, images, bytes }, 'ZIP built')
  return isPublished
}

/** The images of one study lie at the top, those of several in a folder each. */
async function write(context: JobsContext, building: Building, signal: AbortSignal): Promise<Written> {
  const { zip, studies, imagesTotal } = building
  const folders = zip.ownerId === null ? [''] : folderNames(studies)
  const chosen = studies.map((study, index) => ({ ...study, folder: folders[index] ?? '' }))
  let images = 0
  const result = await storeZip(
    context,
    {
      objectKey: building.build.objectKey,
      fileName: zipFileName(zip, studies),
      write: (output, options) =>
        writeStudiesZip(context.orthanc, chosen, output, {
          signal: options.signal,
          onStudy: (index) => {
            building.inHand = studies[index]
          },
          onProgress: () => {
            images += 1
            options.onProgress(images, Math.max(images, imagesTotal))
          },
        }),
      note: (progress) => setZipProgress(context.database.db, building.build, progress),
    },
    signal,
  )
  return { ...result, images }
}

function checkSettled(studies: readonly Study[], written: StudiesZipResult['studies']): void {
  const isOther = ({ instancesHash }: Study, index: number) =>
    instancesHash !== null && instancesHash !== written[index]?.instancesHash
  if (studies.some(isOther)) throw new StudyChanged('the archive has other images than a study settled with')
}

async function settleFailure(context: JobsContext, { build, inHand }: Building, run: JobRun, error: unknown): Promise<void> {
  const { db } = context.database
  if (inHand && error instanceof OrthancNotFound && (await isGone(context, inHand.orthancId))) {
    await db.transaction((tx) => failZip(tx, build, { error: missingText, missingStudyId: inHand.id }))
    return
  }
  if (inHand && tellsOfFiles(error)) await findDamage(context, inHand, run.signal)
  if (run.isLast) await db.transaction((tx) => failZip(tx, build, { error: failureText(error) }))
  throw error
}

/** Finds the images that cannot be read, so that readers of the study know. */
async function findDamage({ database, orthanc }: JobsContext, study: Study, signal: AbortSignal): Promise<void> {
  const images = await orthanc.listStudyInstances(study.orthancId)
  const unreadable = await findUnreadable(orthanc, images, DAMAGED_NAMED, signal)
  await database.db.transaction((tx) => setDamaged(tx, study.id, unreadable))
}

/** The whole study, not just an image of it. */
async function isGone({ orthanc }: JobsContext, orthancId: string): Promise<boolean> {
  try {
    await orthanc.getStudy(orthancId)
    return false
  } catch (error) {
    if (error instanceof OrthancNotFound) return true
    throw error
  }
}
