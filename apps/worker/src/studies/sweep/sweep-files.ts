import { listDamagedStudies, listStudiesToSample, type SampledStudy } from '@readroom/db/studies/damage'
import { moveSamples, readSweepPosition } from '@readroom/db/studies/sweep'
import { setDamaged } from '@readroom/domain/studies/damage'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { hashOfEach } from '@readroom/orthanc/instances-hash'
import { findUnreadable } from '../../core/archive-files.ts'
import type { IntakeContext } from '../intake/context.ts'
import { compareStudy } from '../intake/one-study.ts'
import { requestsOfStudy } from '../intake/pace.ts'

const STUDIES_AT_ONCE = 10
/** Of one study: the listing, and its files. */
const REQUESTS = 4

/**
 * Looks whether files can be read: those known to be damaged, which heal when they are sent again, and the first and last image of the next
 * few studies. Compares a study whose files are others than those that it settled with.
 */
export async function sampleFiles(context: IntakeContext, signal: AbortSignal): Promise<void> {
  const { db } = context.database
  for (const study of await listDamagedStudies(db, STUDIES_AT_ONCE)) {
    await look(context, study, new Set(study.damagedInstances), signal)
  }
  const { afterId } = await readSweepPosition(db)
  const studies = await listStudiesToSample(db, afterId, STUDIES_AT_ONCE)
  for (const study of studies) await look(context, study, null, signal)
  if (!signal.aborted) await moveSamples(db, studies.at(-1)?.id ?? null)
}

/** `wanted`: these images, as far as the archive has them; null: the first and the last. */
async function look(
  context: IntakeContext,
  study: SampledStudy,
  wanted: ReadonlySet<string> | null,
  signal: AbortSignal,
): Promise<void> {
  const { database, orthanc, pace } = context
  await pace.take(REQUESTS, signal)
  if (signal.aborted) return
  const images = await orthanc.listStudyInstances(study.orthancId).catch((error: unknown) => {
    if (error instanceof OrthancNotFound) return null
    throw error
  })
  if (images === null) return
  const filesHash = hashOfEach(images.map(({ id, fileUuid }) => [id, fileUuid] as const))
  if (study.settledAt !== null && filesHash !== null && filesHash !== study.filesHash) {
    await pace.take(requestsOfStudy, signal)
    if (signal.aborted) return
    await compareStudy(context, study.orthancId)
  }
  const chosen = images.filter(({ id }, index) => (wanted ? wanted.has(id) : index === 0 || index === images.length - 1))
  const unreadable = await findUnreadable(orthanc, chosen, chosen.length, signal)
  // Known ones that were not looked at, or were discarded and have not been sent again, stay damaged.
  const others = study.damagedInstances.filter((id) => !chosen.some((image) => image.id === id))
  if (unreadable.length + others.length + study.damagedInstances.length > 0) {
    await database.db.transaction((tx) => setDamaged(tx, study.id, [...others, ...unreadable]))
  }
}
