import { AppError } from '@readroom/contracts/core/errors'
import { maxBulkZips } from '@readroom/contracts/worklist/bulk-downloads'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  completeHeldZip,
  countOwnedUnderWay,
  endExpiredZips,
  findStudyZip,
  insertOwnedZip,
  insertStudyZip,
  listZipStudies,
  lockZip,
  noteImagesMissing,
  retireStudyZips,
  setZipQueued,
  updateHeldZip,
  updateZip,
  type Zip,
  type ZipBuild,
  zipsUnderWay,
} from '@readroom/db/images/zips'
import { holdStudies, lockAnyStudy, type StudyRow } from '@readroom/db/studies/studies'
import { emitChanged, emitJob } from '../core/outbox.ts'
import { transition } from '../studies/transition.ts'

/**
 * Asks for the ZIP of a study's generation: queues its build unless one is queued, being built or ready to download.
 * Retires the ZIPs of older generations and those whose time is over; `zips.expire` removes their objects.
 */
export async function requestStudyZip(
  tx: Tx,
  study: { id: string; generation: number },
): Promise<{ zipId: string; created: boolean }> {
  await retireStudyZips(tx, study)
  const zipId = await insertStudyZip(tx, study)
  if (zipId !== null) {
    await emitJob(tx, 'zip.build', { zipId })
    return { zipId, created: true }
  }
  const existing = await findStudyZip(tx, study.id, study.generation)
  if (!existing) throw new Error('a study has neither a new nor an existing ZIP')
  return { zipId: existing.id, created: false }
}

/** Asks for one ZIP of several studies, for the actor alone. Throws TOO_MANY_BULK_ZIPS. */
export async function requestOwnZip(
  begun: Before<'study'>,
  actor: Actor,
  chosen: readonly { id: string; imageCount: number }[],
): Promise<Zip> {
  const [withStudies] = await holdStudies(
    begun,
    chosen.map(({ id }) => id),
  )
  const [tx, underWay] = await countOwnedUnderWay(withStudies, actor.userId)
  if (underWay >= maxBulkZips) throw new AppError('TOO_MANY_BULK_ZIPS', { count: maxBulkZips })
  const zip = await insertOwnedZip(tx, actor.userId, chosen)
  await emitJob(tx, 'zip.build', { zipId: zip.id })
  await audit(tx, actor, { action: 'images.packed', details: { bulkZipId: zip.id, studies: chosen.length } })
  return zip
}

export type ZipBegun = {
  build: ZipBuild
  zip: Zip
  studies: StudyRow[]
  imagesTotal: number
}

/** `abandonedKey`: the object of a build that was cut off, which is the caller's to remove. `begun` is null if there is nothing to build. */
export type ZipBeginning = { begun: ZipBegun | null; abandonedKey: string | null }

/** Begins to build a queued ZIP, or one whose builder died, under a new object key. */
export async function beginZip(tx: Tx, build: ZipBuild): Promise<ZipBeginning> {
  const zip = await lockZip(tx, build.zipId)
  if (!zip || !zipsUnderWay.includes(zip.state)) return { begun: null, abandonedKey: null }
  const studies = await listZipStudies(tx, zip.id)
  if (zip.generation !== null && studies[0]?.generation !== zip.generation) {
    await updateZip(tx, zip.id, { state: 'superseded', expiresAt: new Date(), objectKey: null })
    return { begun: null, abandonedKey: zip.objectKey }
  }
  const imagesTotal = studies.reduce((sum, { imageCount }) => sum + imageCount, 0)
  await updateZip(tx, zip.id, { state: 'processing', objectKey: build.objectKey, sizeBytes: null, imagesDone: 0, imagesTotal })
  return { begun: { build, zip, studies, imagesTotal }, abandonedKey: zip.objectKey }
}

/** A page that shows a study shows the state of the ZIP that is made ahead of it. */
async function announce(tx: Tx, { studyId }: Zip): Promise<void> {
  if (studyId !== null) await emitChanged(tx, studyId)
}

/** Publishes a build, unless it was superseded or taken over: then false, and its object is the caller's to remove. */
export async function publishZip(
  tx: Tx,
  build: ZipBuild,
  result: { sizeBytes: number; images: number; expiresAt: Date },
): Promise<boolean> {
  const zip = await completeHeldZip(tx, build, result)
  if (zip) await announce(tx, zip)
  return zip !== null
}

async function noteMissing(tx: Tx<'study'>, study: StudyRow | null): Promise<void> {
  if (study?.imagesMissingAt !== null) return
  await noteImagesMissing(tx, study.id)
  await transition(tx, study, 'images_missing', { actorUserId: null, details: { imagesBefore: study.imageCount, images: 0 } })
}

/**
 * Gives a build up with a text for users; false if it was superseded or taken over.
 * `missingStudyId`: the archive no longer has this study, which its row and its history then say.
 */
export async function failZip(
  begun: Before<'study'>,
  build: ZipBuild,
  { error, missingStudyId }: { error: string; missingStudyId?: string },
): Promise<boolean> {
  const held = missingStudyId === undefined ? null : await lockAnyStudy(begun, missingStudyId)
  const tx = held?.[0] ?? begun
  const zip = await updateHeldZip(tx, build, { state: 'failed', error })
  if (!zip) return false
  if (held) await noteMissing(...held)
  await announce(tx, zip)
  return true
}

/** Queues the build of a ZIP again whose job was lost. */
export async function requeueZip(tx: Tx, zipId: string): Promise<void> {
  if (await setZipQueued(tx, zipId)) await emitJob(tx, 'zip.build', { zipId })
}

/** Ends the ZIPs whose time is over; returns how many. */
export async function expireZips(tx: Tx): Promise<number> {
  const ended = await endExpiredZips(tx)
  for (const zip of ended) await announce(tx, zip)
  return ended.length
}

/** Ends a finished ZIP whose object is missing from storage: the next request makes a new one. */
export async function loseZip(tx: Tx, { zipId, objectKey }: ZipBuild): Promise<void> {
  const zip = await lockZip(tx, zipId)
  if (zip?.state !== 'completed' || zip.objectKey !== objectKey) return
  await updateZip(tx, zipId, { state: 'expired', objectKey: null, expiresAt: new Date() })
  await announce(tx, zip)
}
