import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { lockVisibleStudy } from './studies.ts'

/** Records that the actor took a document to write a report in. The study's status stays: what is written comes back as an upload. */
export async function recordGenerated(tx: Tx, actor: Actor, { studyId, doctorId }: { studyId: string; doctorId: string | null }) {
  const study = await lockVisibleStudy(tx, actor, studyId)
  await audit(tx, actor, { action: 'report.generated', target: { type: 'study', id: study.id }, details: { doctorId } })
}
