import type { CriticalCategory } from '@readroom/contracts/critical-results'
import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import {
  insertAcknowledged,
  insertCriticalResult,
  insertNotified,
  listCriticalResults,
  lockUnheard,
} from '@readroom/db/queries/critical-results'
import { emitChanged, emitJob } from './outbox.ts'
import { lockVisibleStudy } from './studies.ts'

type Marked = { studyId: string; category: CriticalCategory; finding: string; requestId: string }
type Acknowledged = { studyId: string; resultId: string; name: string }

const inStudy = (studyId: string) => ({ target: { type: 'study', id: studyId } })

/** The laboratory is told, live and by mail. */
async function tell(tx: Tx, { id, studyId }: { id: string; studyId: string }): Promise<void> {
  await insertNotified(tx, [id])
  await emitJob(tx, 'critical-notice.send', { resultId: id })
  await emitChanged(tx, studyId)
}

/** Marks a critical result of a study and tells its laboratory. Answers its id; the same for the same request. Throws STUDY_NOT_FOUND. */
export async function markCritical(tx: Tx, actor: Actor, marked: Marked): Promise<string> {
  const study = await lockVisibleStudy(tx, actor, marked.studyId)
  const { id, isNew } = await insertCriticalResult(tx, { ...marked, markedBy: actor.userId })
  if (!isNew) return id
  const details = { resultId: id, category: marked.category }
  await audit(tx, actor, { action: 'critical.marked', ...inStudy(study.id), details })
  await tell(tx, { id, studyId: study.id })
  return id
}

/** Somebody has taken note, by name; where somebody had before, that stays. Throws STUDY_NOT_FOUND, CRITICAL_RESULT_NOT_FOUND. */
export async function acknowledgeCritical(tx: Tx, actor: Actor, { studyId, resultId, name }: Acknowledged): Promise<void> {
  const study = await lockVisibleStudy(tx, actor, studyId)
  const found = (await listCriticalResults(tx, study.id)).some(({ result }) => result.id === resultId)
  if (!found) throw new AppError('CRITICAL_RESULT_NOT_FOUND')
  if (!(await insertAcknowledged(tx, { resultId, userId: actor.userId, name }))) return
  await audit(tx, actor, { action: 'critical.acknowledged', ...inStudy(study.id), details: { resultId } })
  await emitChanged(tx, study.id)
}

/** Tells laboratories again of what nobody has acknowledged, as often as its category asks. */
export async function remindOfCriticals(tx: Tx): Promise<void> {
  for (const unheard of await lockUnheard(tx)) await tell(tx, unheard)
}
