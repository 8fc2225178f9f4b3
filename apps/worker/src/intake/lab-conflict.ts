import type { Tx } from '@readroom/db/client'
import { listKnownLabs, listLabsOfAeTitles, lockIntakeStudy, updateIntakeStudy } from '@readroom/db/queries/intake-studies'
import { transition } from '@readroom/domain/transition'
import { sql } from 'drizzle-orm'
import type { Snapshot } from './snapshot.ts'

/**
 * Writes an answer of the archive and then looks who sent the images. Another laboratory than the study's own, and than those that an
 * administrator has seen and decided between: the study is hidden from everybody else until one decides.
 */
export async function watchingSenders(tx: Tx, snapshot: Snapshot, write: () => Promise<void>): Promise<void> {
  const known = snapshot.senders.length > 0 ? await listKnownLabs(tx, snapshot.orthancId) : []
  await write()
  if (snapshot.senders.length > 0) await noteConflict(tx, snapshot, known)
}

async function noteConflict(tx: Tx, { orthancId, senders }: Snapshot, known: string[]): Promise<void> {
  const study = await lockIntakeStudy(tx, orthancId)
  if (!study || study.labConflictAt !== null) return
  const settled = new Set([...known, ...(study.labId === null ? [] : [study.labId])])
  const others = (await listLabsOfAeTitles(tx, senders)).filter((labId) => !settled.has(labId))
  if (others.length === 0 || others.length + settled.size === 1) return
  await updateIntakeStudy(tx, study.id, { labConflictAt: sql`clock_timestamp()` })
  const former = { formerDoctorIds: study.doctorIds, formerLabId: study.labId }
  await transition(tx, study, 'lab_conflict', { actorUserId: null, details: { labIds: [...settled, ...others] }, ...former })
}
