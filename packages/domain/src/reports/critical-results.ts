import { AppError } from '@readroom/contracts/core/errors'
import type { CriticalCategory, CriticalMethod } from '@readroom/contracts/reports/critical-results'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  findCriticalNotice,
  insertAcknowledged,
  insertCriticalResult,
  insertNotified,
  insertTold,
  listCriticalResults,
  lockUnheard,
} from '@readroom/db/reports/critical-results'
import type { StudyRow } from '@readroom/db/studies/studies'
import { emitChanged, emitJob } from '../core/outbox.ts'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'

type Told = { name: string; telephone: string; method: CriticalMethod }
type Marked = {
  studyId: string
  category: CriticalCategory
  finding: string
  /** Present if the actor has already notified somebody before marking the result. */
  told?: Told | undefined
}
type Telling = Told & { studyId: string; resultId: string }
type Acknowledged = { studyId: string; resultId: string; name: string }

const inStudy = (studyId: string) => ({ target: { type: 'study', id: studyId } })

/**
 * The laboratory is told by mail, each of its people by one of their own: what fails for one is not sent to another again. False if nobody is
 * there to be told, which is then not said.
 */
async function tell(tx: Tx, resultId: string): Promise<boolean> {
  const { recipients = [] } = (await findCriticalNotice(tx, resultId)) ?? {}
  if (recipients.length === 0) return false
  await insertNotified(tx, [resultId])
  for (const { to } of recipients) await emitJob(tx, 'critical-notice.send', { resultId, to })
  return true
}

/** The laboratory that a study has got is told of what nobody has acknowledged. */
export async function tellNewLab(tx: Tx<'study'>, studyId: string): Promise<void> {
  for (const { result } of await listCriticalResults(tx, studyId)) await tell(tx, result.id)
}

/** A result of a study that the actor sees, which is locked. Throws STUDY_NOT_FOUND, CRITICAL_RESULT_NOT_FOUND. */
async function lockResult(begun: Before<'study'>, actor: Actor, { studyId, resultId }: { studyId: string; resultId: string }) {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const found = (await listCriticalResults(tx, study.id)).find(({ result }) => result.id === resultId)
  if (!found) throw new AppError('CRITICAL_RESULT_NOT_FOUND')
  return { tx, study, category: found.result.category }
}

async function recordTold(
  tx: Tx<'study'>,
  actor: Actor,
  study: StudyRow,
  { resultId, ...told }: Omit<Telling, 'studyId'>,
): Promise<void> {
  await insertTold(tx, { ...told, resultId, userId: actor.userId })
  const { name, method } = told
  await audit(tx, actor, { action: 'critical.told', ...inStudy(study.id), details: { resultId, method } })
  await transition(tx, study, 'critical_told', { actorUserId: actor.userId, details: { resultId, name, method } })
}

/** Marks a critical result of a study and tells its laboratory. Returns its id. Throws STUDY_NOT_FOUND. */
export async function markCritical(begun: Before<'study'>, actor: Actor, { told, ...marked }: Marked): Promise<string> {
  const [tx, study] = await lockVisibleStudy(begun, actor, marked.studyId)
  const id = await insertCriticalResult(tx, { ...marked, markedBy: actor.userId })
  const details = { resultId: id, category: marked.category }
  await audit(tx, actor, { action: 'critical.marked', ...inStudy(study.id), details })
  await transition(tx, study, 'critical_marked', { actorUserId: actor.userId, details })
  await tell(tx, id)
  if (told) await recordTold(tx, actor, study, { ...told, resultId: id })
  return id
}

/** The actor has told somebody; the result stays open until it is acknowledged. Throws STUDY_NOT_FOUND, CRITICAL_RESULT_NOT_FOUND. */
export async function tellCritical(begun: Before<'study'>, actor: Actor, { studyId, ...telling }: Telling): Promise<void> {
  const { tx, study } = await lockResult(begun, actor, { studyId, resultId: telling.resultId })
  await recordTold(tx, actor, study, telling)
}

/** Somebody has taken note, by name; if somebody had before, that stays. Throws STUDY_NOT_FOUND, CRITICAL_RESULT_NOT_FOUND. */
export async function acknowledgeCritical(
  begun: Before<'study'>,
  actor: Actor,
  { studyId, resultId, name }: Acknowledged,
): Promise<void> {
  const { tx, study, category } = await lockResult(begun, actor, { studyId, resultId })
  if (!(await insertAcknowledged(tx, { resultId, userId: actor.userId, name }))) return
  await audit(tx, actor, { action: 'critical.acknowledged', ...inStudy(study.id), details: { resultId } })
  await transition(tx, study, 'critical_acknowledged', { actorUserId: actor.userId, details: { resultId, category, name } })
}

/** Tells laboratories again of what nobody has acknowledged, as often as its category asks. */
export async function remindOfCriticals(begun: Before<'study'>): Promise<void> {
  const [tx, unheard] = await lockUnheard(begun)
  for (const { id, studyId } of unheard) {
    if (await tell(tx, id)) await emitChanged(tx, studyId)
  }
}
