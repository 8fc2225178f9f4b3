import type { Before } from '@readroom/db/core/locks'
import { listKnownLabs, listLabsOfAeTitles, lockIntakeStudy } from '@readroom/db/studies/intake/intake-studies'
import { keepUnknownSenders } from '@readroom/db/studies/intake/unknown-senders'
import { contestStudy } from '@readroom/domain/studies/lab-conflicts'
import type { Snapshot } from './snapshot.ts'

/**
 * Writes an answer of the archive and then looks who sent the images. Another laboratory than the study's own, and than those that an
 * administrator has seen and decided between: the study is hidden from everybody else until one decides.
 */
export async function watchingSenders(tx: Before<'study'>, snapshot: Snapshot, write: () => Promise<void>): Promise<void> {
  const known = snapshot.senders.length > 0 ? await listKnownLabs(tx, snapshot.orthancId) : []
  await write()
  if (snapshot.senders.length > 0) await noteConflict(tx, snapshot, known)
}

async function noteConflict(begun: Before<'study'>, { orthancId, senders }: Snapshot, known: string[]): Promise<void> {
  const [tx, study] = await lockIntakeStudy(begun, orthancId)
  if (!study) return
  await keepUnknownSenders(
    tx,
    study.id,
    senders.filter((sender) => sender !== study.callingAeTitle),
  )
  if (study.labConflictAt !== null) return
  const settled = new Set([...known, ...(study.labId === null ? [] : [study.labId])])
  const others = (await listLabsOfAeTitles(tx, senders)).filter((labId) => !settled.has(labId))
  if (others.length === 0 || others.length + settled.size === 1) return
  await contestStudy(tx, study, [...settled, ...others])
}
