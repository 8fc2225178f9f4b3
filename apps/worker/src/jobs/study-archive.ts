import { randomUUID } from 'node:crypto'
import {
  claimStudyZip,
  completeStudyZip,
  failStudyZip,
  setZipProgress,
  type ZipBuild,
  type ZipClaim,
} from '@readroom/db/queries/study-zips'
import { setDamaged } from '@readroom/domain/damage'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from '@readroom/orthanc/errors'
import { StudyChanged, writeStudyZip } from '@readroom/orthanc/study-zip'
import { findUnreadable } from '../archive-files.ts'
import type { JobsContext } from './context.ts'
import { failureText } from './zip-failures.ts'
import { guardBuild, storeZip, ZipTakenOver } from './zip-store.ts'

type Claimed = Extract<ZipClaim, { outcome: 'claimed' }>

const DAY_MS = 86_400_000
/** So many damaged images are named; a study with one is as damaged. */
const DAMAGED_NAMED = 50

const missingReason = 'The image archive no longer has the images of this study.'

/**
 * Builds a requested ZIP into storage and publishes it. Safe to run twice: a second run starts over under another key, and what the first
 * one still writes is never published.
 */
export async function archiveStudy(context: JobsContext, { zipId }: JobPayload<'study.archive'>, run: JobRun): Promise<void> {
  const claim = await claimZip(context, zipId)
  if (claim.outcome !== 'claimed') return
  await guardBuild(context, claim.build, {
    signal: run.signal,
    build: () => buildZip(context, claim, run.signal),
    onFailure: (error) => settleFailure(context, claim, run, error),
  })
}

/** The half-built object is removed before the row forgets its key. */
async function claimZip({ database, storage }: JobsContext, zipId: string): Promise<ZipClaim> {
  return database.db.transaction(async (tx) => {
    const claim = await claimStudyZip(tx, { zipId, objectKey: `zips/${randomUUID()}.zip` })
    if (claim.abandonedKey) await storage.delete(claim.abandonedKey)
    return claim
  })
}

async function buildZip(context: JobsContext, { build, study }: Claimed, signal: AbortSignal): Promise<void> {
  const { database, orthanc } = context
  const { bytes, instances, instancesHash } = await storeZip(
    context,
    {
      objectKey: build.objectKey,
      write: (output, options) => writeStudyZip(orthanc, study, output, options),
      note: (progress) => setZipProgress(database.db, build, progress),
    },
    signal,
  )
  if (study.instancesHash !== null && study.instancesHash !== instancesHash) {
    throw new StudyChanged('the archive has other images than the study settled with')
  }
  const expiresAt = new Date(Date.now() + context.zipExpiresDays * DAY_MS)
  const published = await database.db.transaction((tx) =>
    completeStudyZip(tx, build, { sizeBytes: bytes, images: instances, expiresAt }),
  )
  if (!published) throw new ZipTakenOver()
  // Every image was read.
  await database.db.transaction((tx) => setDamaged(tx, study.id, []))
  context.log.info({ zipId: build.zipId, studyId: study.id, images: instances, bytes }, 'study ZIP built')
}

async function settleFailure(context: JobsContext, { build, study }: Claimed, run: JobRun, error: unknown): Promise<void> {
  if (error instanceof OrthancNotFound && (await isGone(context, study.orthancId))) {
    await fail(context, build, { error: missingReason, imagesMissing: true })
    return
  }
  if (tellsOfFiles(error)) await findDamage(context, study, run.signal)
  if (run.isLast) {
    await fail(context, build, { error: failureText(error) })
  }
  throw error
}

/** The archive answered, but not with the whole of a file. */
const tellsOfFiles = (error: unknown) =>
  error instanceof OrthancNotFound || error instanceof OrthancBadAnswer || (error instanceof OrthancDown && error.status !== null)

/** Looks which images cannot be read, so that whoever opens the study knows. */
async function findDamage({ database, orthanc }: JobsContext, study: Claimed['study'], signal: AbortSignal): Promise<void> {
  const images = await orthanc.listStudyInstances(study.orthancId)
  const unreadable = await findUnreadable(orthanc, images, DAMAGED_NAMED, signal)
  await database.db.transaction((tx) => setDamaged(tx, study.id, unreadable))
}

async function fail({ database }: JobsContext, build: ZipBuild, failure: Parameters<typeof failStudyZip>[2]): Promise<void> {
  await database.db.transaction((tx) => failStudyZip(tx, build, failure))
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
