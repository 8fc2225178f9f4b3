import {
  findImageMove,
  findPlace,
  holdImageMove,
  type ImageMoveRow,
  keepSeriesUids,
  stepImageMove,
} from '@readroom/db/patients/image-moves'
import { listReportSeries } from '@readroom/db/reports/archived-reports'
import { readSettledImages, readTakenIn } from '@readroom/db/studies/intake/intake-studies'
import { hashOfIdentity } from '@readroom/domain/patients/image-identities'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { StudyInstance } from '@readroom/orthanc/answers'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { uidOfText } from '@readroom/orthanc/uids'
import pMap from 'p-map'
import type { JobsContext } from '../../core/jobs/context.ts'
import { type IntakeTx, takeAnswer } from '../intake/answer.ts'
import { groupByIdentity } from '../intake/identities.ts'
import { noteMissing } from '../intake/one-study.ts'
import { makeSnapshot, readSeries, type Snapshot } from '../intake/snapshot.ts'
import { takeIn } from '../intake/take-in.ts'
import { writeRenewal, writeReunion, writeSplit } from './write.ts'

const AT_ONCE = 4
/** The move is held for the time that these take. */
const DELETED_AT_ONCE = 50

const isBackwards = ({ state }: ImageMoveRow) => state === 'returning' || state === 'returned'

/** The study of the archive that images leave, and the UID under which they are stored anew. */
type Way = { from: string | null; toStudyUid: string; seriesUid: (former: string) => string }

/** Returns the archive's id of the study that a move made first. Null if the archive does not have it. */
async function findMade({ orthanc }: JobsContext, { toStudyUid }: ImageMoveRow): Promise<string | null> {
  // A new UID of ours: nobody else has it.
  return (await orthanc.findStudies(toStudyUid))[0] ?? null
}

/** Both studies may have got another UID since: images follow them. */
async function wayOf(context: JobsContext, move: ImageMoveRow): Promise<Way> {
  const { db } = context.database
  const { id, kind, fromOrthancId, fromStudyUid, toStudyUid, seriesUids } = move
  const [source, other] = [await findPlace(db, move.studyId), await findPlace(db, move.otherStudyId)]
  const newSeriesUid = (former: string) => uidOfText(`${id} ${former}`)
  if (isBackwards(move)) {
    const from = other?.orthancId ?? (await findMade(context, move))
    const back = kind === 'renewal' ? fromStudyUid : (source?.studyUid ?? fromStudyUid)
    return { from, toStudyUid: back, seriesUid: (made) => seriesUids[made] ?? made }
  }
  if (kind === 'split')
    return { from: source?.orthancId ?? null, toStudyUid: other?.studyUid ?? toStudyUid, seriesUid: newSeriesUid }
  const isWritten = source !== null && source.orthancId !== fromOrthancId
  return { from: fromOrthancId, toStudyUid: isWritten ? source.studyUid : toStudyUid, seriesUid: newSeriesUid }
}

async function listImages({ orthanc, database }: JobsContext, studyId: string): Promise<StudyInstance[]> {
  const all = await orthanc.listStudyInstances(studyId)
  const own = await listReportSeries(database.db, [...new Set(all.map(({ seriesInstanceUid }) => seriesInstanceUid))])
  return all.filter(({ seriesInstanceUid }) => !own.has(seriesInstanceUid))
}

/** Returns the images that leave a study of the archive: those of the people who were decided about, or all. */
async function imagesOf(context: JobsContext, move: ImageMoveRow, from: string): Promise<StudyInstance[]> {
  const series = await readSeries(context.orthanc, from)
  if (series === null) return []
  const images = await listImages(context, from)
  if (move.kind === 'renewal' || isBackwards(move)) return images
  const groups = await groupByIdentity(context.orthanc, series)
  const leaving = groups.filter((group) => move.identities.includes(hashOfIdentity(group)))
  const ids = new Set(leaving.flatMap(({ instanceIds }) => instanceIds))
  return images.filter(({ id }) => ids.has(id))
}

/** The first failure ends it, but not before the other changes under way have ended: a move must not be let go while the archive still changes. */
async function changeEach<T>(images: readonly T[], change: (image: T) => Promise<void>): Promise<void> {
  const failed: unknown[] = []
  const unlessFailed = async (image: T) => {
    if (failed.length === 0) await change(image).catch((error: unknown) => failed.push(error))
  }
  await pMap(images, unlessFailed, { concurrency: AT_ONCE })
  if (failed.length > 0) throw failed[0]
}

/** Copies the images, each of which the archive confirms. Nothing has left yet. Returns the archive's id of the study that they are in now. */
async function copyAll(
  context: JobsContext,
  way: Way,
  images: readonly StudyInstance[],
  signal: AbortSignal,
): Promise<string | null> {
  let made: string | null = null
  await changeEach(images, async ({ id, seriesInstanceUid }) => {
    signal.throwIfAborted()
    const uids = { studyInstanceUid: way.toStudyUid, seriesInstanceUid: way.seriesUid(seriesInstanceUid) }
    made = (await context.orthanc.copyInstance(id, uids)).ParentStudy
  })
  return made
}

type Write = (tx: IntakeTx, snapshot: Snapshot) => Promise<void>

/** Asks the archive for a study and writes its answer. Throws if it could not be written, so that the job runs again. */
async function writeStudy(context: JobsContext, orthancId: string, write: Write): Promise<void> {
  const { database, orthanc, log } = context
  const ask = async () => {
    const series = await readSeries(orthanc, orthancId)
    const known = (await readTakenIn(database.db, [orthancId])).get(orthancId)
    const settled = await readSettledImages(database.db, orthancId)
    return series && makeSnapshot(orthanc, orthancId, series, { tell: true, known, arrived: 'all', settled })
  }
  const { written } = await takeAnswer({ database, orthanc, log, unknownAeTitles: 'accept' }, orthancId, {
    ask,
    write: (tx, snapshot) => (snapshot ? write(tx, snapshot) : noteMissing(tx, orthancId)),
  })
  if (written !== 'written') throw new Error('the study of moved images could not be written')
}

/** Writes where the images are now, with all that follows. */
async function writeMove(
  context: JobsContext,
  move: ImageMoveRow,
  made: string,
  images: readonly StudyInstance[],
): Promise<void> {
  const moved = { move, images: images.map(({ sopInstanceUid }) => sopInstanceUid) }
  const write = move.kind === 'renewal' ? writeRenewal : isBackwards(move) ? writeReunion : writeSplit
  await writeStudy(context, made, (tx, snapshot) => write(tx, { ...moved, snapshot }))
}

/**
 * Deletes originals whose copies were confirmed. The move is held meanwhile: nobody turns it around, so the copies stay. Throws if somebody has turned it
 * around since.
 */
async function deleteOriginals(
  { orthanc, database }: JobsContext,
  move: ImageMoveRow,
  images: readonly StudyInstance[],
): Promise<void> {
  for (let first = 0; first < images.length; first += DELETED_AT_ONCE)
    await database.db.transaction(async (tx) => {
      if (!(await holdImageMove(tx, move.id, [move.state]))) throw new Error('the move of images was turned around')
      await changeEach(images.slice(first, first + DELETED_AT_ONCE), async ({ id }) =>
        orthanc.deleteInstance(id).catch((error: unknown) => {
          if (!(error instanceof OrthancNotFound)) throw error
        }),
      )
    })
}

/** Deletes our own documents of a study whose images have all left. */
async function deleteEmpty(context: JobsContext, from: string): Promise<void> {
  const left = await listImages(context, from).catch((error: unknown) => {
    if (error instanceof OrthancNotFound) return null
    throw error
  })
  if (left?.length === 0) await context.orthanc.deleteStudy(from)
}

/** Ends a run: the study that images have left shows what it still has, and the move is done. */
async function finish(context: JobsContext, move: ImageMoveRow, from: string | null, isChanged: boolean): Promise<void> {
  const { db } = context.database
  const isSplit = move.kind === 'split' && !isBackwards(move)
  if (from !== null && !isSplit) await deleteEmpty(context, from)
  await stepImageMove(
    db,
    move.id,
    isBackwards(move) ? { from: ['returning'], to: 'returned' } : { from: ['moving'], to: 'moved' },
  )
  if (isSplit && from !== null && isChanged)
    await writeStudy(context, from, (tx, snapshot) => takeIn(tx, snapshot, { replaced: true, mustBeKnown: false }))
}

/**
 * Gives images another study UID in the archive, or their former one again. Every run looks at what is still to do: it copies, lets the archive confirm
 * each copy, writes where the images are, and only then deletes the originals. So a run that is cut off loses nothing, and the next one goes on.
 */
export async function moveImages(context: JobsContext, payload: JobPayload<'images.move'>, run: JobRun): Promise<void> {
  const { db } = context.database
  // A move that is under way is not turned around.
  const isAgain = (await stepImageMove(db, payload.moveId, { from: ['moved'], to: 'moving' })) !== null
  const move = await findImageMove(db, payload.moveId)
  if (!move) return
  const way = await wayOf(context, move)
  const images = way.from === null ? [] : await imagesOf(context, move, way.from)
  if (!isBackwards(move)) {
    const series = new Set(images.map(({ seriesInstanceUid }) => seriesInstanceUid))
    await keepSeriesUids(db, move.id, Object.fromEntries([...series].map((former) => [way.seriesUid(former), former])))
  }
  const made = await copyAll(context, way, images, run.signal)
  // A study whose images are all gone comes back without any.
  const written = made ?? (move.state === 'returning' ? ((await findPlace(db, move.studyId))?.orthancId ?? null) : null)
  if (written !== null && move.state !== 'returned') await writeMove(context, move, written, images)
  const now = await findImageMove(db, move.id)
  if (!now) return
  // Refused meanwhile: the images that came back leave again.
  if (now.state !== move.state) return moveImages(context, payload, run)
  await deleteOriginals(context, move, images)
  // A run that was cut off may have changed the study.
  await finish(context, move, way.from, images.length > 0 || !isAgain)
}
