import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { lockVisibleStudy } from '../studies/studies.ts'

/** Records that the actor took a document to write a report in. The study's status stays: what is written comes back as an upload. */
export async function recordGenerated(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, doctorId }: { studyId: string; doctorId: string | null },
) {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  await audit(tx, actor, { action: 'report.generated', target: { type: 'study', id: study.id }, details: { doctorId } })
}
