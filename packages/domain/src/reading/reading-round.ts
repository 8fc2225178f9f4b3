import { AppError } from '@readroom/contracts/core/errors'
import type { SkipReason } from '@readroom/contracts/reading/reading'
import { replaceWindowGrants } from '@readroom/db/access/tickets'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { deleteAside, insertAside } from '@readroom/db/reading/asides'
import { countStudiesOfUid, findStudy, type StudyRow } from '@readroom/db/studies/studies'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { demandDoctor } from './report-writing.ts'

type Window = {
  /** Of the secret that the window's cookie holds. */
  hash: string
  expiresAt: Date
  studyId: string
  /** The study that is loaded ahead. */
  nextId: string | null
}

/** Reports whether another study has the same UID: the gateway hides the images of both. */
const isAmbiguous = async (tx: Tx, { studyInstanceUid }: StudyRow) => (await countStudiesOfUid(tx, studyInstanceUid)) > 1

/** A study whose images can be loaded ahead, or null. */
async function findAhead(tx: Tx, actor: Actor, nextId: string): Promise<StudyRow | null> {
  const next = await findStudy(tx, actor, nextId)
  return next && (await isAmbiguous(tx, next)) ? null : next
}

/**
 * Lets the window's cookie open the shown study and the next one, and no others. Records one opening for as long as a study is shown; a study loaded
 * ahead is not opened. Returns both; the next one is null if the actor does not see it or its images are hidden. Throws
 * STUDY_NOT_FOUND, and STUDY_UID_AMBIGUOUS if the images of the shown one are hidden.
 */
export async function grantWindow(tx: Tx, actor: Actor, { hash, expiresAt, studyId, nextId }: Window) {
  const study = await findStudy(tx, actor, studyId)
  if (!study) throw new AppError('STUDY_NOT_FOUND')
  if (await isAmbiguous(tx, study)) throw new AppError('STUDY_UID_AMBIGUOUS')
  const next = nextId === null || nextId === studyId ? null : await findAhead(tx, actor, nextId)
  const window = { hash, expiresAt, sessionId: actor.sessionId }
  const before = await replaceWindowGrants(tx, window, { shown: study.id, ahead: next?.id ?? null })
  const former = new Map(before.map((row) => [row.studyId, row]))
  if (!former.get(study.id)?.shownAt) await audit(tx, actor, { action: 'images.opened', target: { type: 'study', id: study.id } })
  if (next && !former.has(next.id))
    await audit(tx, actor, { action: 'images.loaded_ahead', target: { type: 'study', id: next.id } })
  return { study, next }
}

/** The study stays with the actor, and is not their next one. Throws STUDY_NOT_FOUND, FORBIDDEN. */
export async function putAside(begun: Before<'study'>, actor: Actor, studyId: string): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  demandDoctor(actor)
  if (await insertAside(tx, { userId: actor.userId, studyId: study.id }))
    await audit(tx, actor, { action: 'study.put_aside', target: { type: 'study', id: study.id } })
}

/** The actor goes on with a study that they had put aside. Throws STUDY_NOT_FOUND, FORBIDDEN. */
export async function takeUp(begun: Before<'study'>, actor: Actor, studyId: string): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  demandDoctor(actor)
  if (await deleteAside(tx, { userId: actor.userId, studyId: study.id }))
    await audit(tx, actor, { action: 'study.taken_up', target: { type: 'study', id: study.id } })
}

type Skip = { studyId: string; reason: SkipReason; note: string }

/** The actor goes past the study; its course says why. Throws STUDY_NOT_FOUND, FORBIDDEN, INVALID_TRANSITION. */
export async function skipStudy(begun: Before<'study'>, actor: Actor, { studyId, reason, note }: Skip): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  demandDoctor(actor)
  const details = { reason }
  await transition(tx, study, 'skipped', { actorUserId: actor.userId, details, ...(note !== '' && { reason: note }) })
  await audit(tx, actor, { action: 'study.skipped', target: { type: 'study', id: study.id }, details })
}
