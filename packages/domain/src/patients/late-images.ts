import type { Tx } from '@readroom/db/core/client'
import { listMovesOfStudy } from '@readroom/db/patients/image-moves'
import { emitJob } from '../core/outbox.ts'

/** Images came to a study that was split: those of the people who left are moved on to their own study. */
export async function moveLateImages(tx: Tx<'study'>, studyId: string): Promise<void> {
  for (const { id, kind, state, studyId: from } of await listMovesOfStudy(tx, studyId))
    if (kind === 'split' && from === studyId && (state === 'moved' || state === 'moving'))
      await emitJob(tx, 'images.move', { moveId: id })
}
