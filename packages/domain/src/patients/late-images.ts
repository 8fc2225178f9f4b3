import type { Tx } from '@readroom/db/core/client'
import { listMovesOfStudy } from '@readroom/db/patients/image-moves'
import { emitJob } from '../core/outbox.ts'
import { hashOfIdentity, type Named } from './image-identities.ts'

/** Asks for the images of people who were split off before: they came late, under the former study UID. */
export async function moveLateImages(tx: Tx<'study'>, studyId: string, people: readonly Named[]): Promise<void> {
  const hashes = new Set(people.map(hashOfIdentity))
  for (const { id, state, studyId: from, identities } of await listMovesOfStudy(tx, studyId))
    if (from === studyId && (state === 'moved' || state === 'moving') && identities.some((one) => hashes.has(one)))
      await emitJob(tx, 'images.move', { moveId: id })
}
