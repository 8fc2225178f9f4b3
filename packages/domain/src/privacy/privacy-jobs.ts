import type { RemovalKind } from '@readroom/contracts/privacy/privacy'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { countOfStudies, deleteZipsOf, noteImageRemovals, noteImagesRemoved } from '@readroom/db/privacy/erasure'
import {
  endExportsOf,
  insertPrivacyAction,
  listStudiesOfSubject,
  lockPrivacyAction,
  type PrivacyActionRow,
  updatePrivacyAction,
} from '@readroom/db/privacy/privacy'
import { lockDue, type RetentionRule } from '@readroom/db/privacy/retention'
import { lockIntake } from '@readroom/db/studies/intake/intake'
import { listHeldStudies, type StudyRow } from '@readroom/db/studies/studies'
import { bySystem } from '../access/first-accounts.ts'
import { emitJob } from '../core/outbox.ts'
import { transition } from '../studies/transition.ts'
import { removeStudies } from './privacy-removal.ts'

/** Everything that an action was to remove is gone. Only the first to say so does. */
export async function finishRemoval(tx: Tx, actionId: string): Promise<void> {
  const action = await lockPrivacyAction(tx, actionId)
  if (!action || action.state === 'done') return
  await updatePrivacyAction(tx, { id: actionId }, { state: 'done', isFinished: true, error: null })
  const target = action.subjectId === null ? {} : { target: { type: 'patient', id: action.subjectId } }
  await audit(tx, bySystem, { action: 'patient.removed', ...target, details: { actionId } })
}

/** An export in hand: a job that takes it over takes another key. */
export type ExportBuild = { id: string; objectKey: string }

/** Begins an export, or takes over one whose builder died. Null if there is nothing to build; `abandonedKey` is the caller's to remove. */
export async function beginExport(
  tx: Tx,
  { id, objectKey }: ExportBuild,
): Promise<{ action: PrivacyActionRow | null; abandonedKey: string | null }> {
  const action = await lockPrivacyAction(tx, id)
  if (action?.kind !== 'export' || !['queued', 'running'].includes(action.state)) return { action: null, abandonedKey: null }
  await updatePrivacyAction(tx, { id }, { state: 'running', objectKey, filesDone: 0, filesMissing: 0 })
  return { action, abandonedKey: action.objectKey }
}

/** Reports whether the patient has the studies that the administrator was shown. An earlier version did not note them. */
async function isAsListed(tx: Tx, { subjectId, studyIds }: PrivacyActionRow): Promise<boolean> {
  if (subjectId === null || studyIds.length === 0) return true
  const present = await listStudiesOfSubject(tx, subjectId)
  return present.length === studyIds.length && present.every(({ id }) => studyIds.includes(id))
}

/**
 * Publishes an export. False if it was taken over, or if the patient was erased or has other studies than those that were listed: an export holds
 * nothing that nobody looked at.
 */
export async function publishExport(
  tx: Tx,
  build: ExportBuild,
  made: { sizeBytes: number; files: number; missing: number; expiresAt: Date },
): Promise<boolean> {
  const action = await lockPrivacyAction(tx, build.id)
  if (action?.state !== 'running' || action.objectKey !== build.objectKey) return false
  if (!(await isAsListed(tx, action))) {
    const error = 'The studies of the patient changed meanwhile. Request the export again.'
    await updatePrivacyAction(tx, build, { state: 'failed', error, objectKey: null })
    return false
  }
  const { sizeBytes, files, missing, expiresAt } = made
  const progress = { filesDone: files, filesTotal: files, filesMissing: missing }
  await updatePrivacyAction(tx, build, { state: 'done', sizeBytes, ...progress, isFinished: true, expiresAt, error: null })
  const target = { type: 'patient', id: action.subjectId ?? '' }
  await audit(tx, bySystem, { action: 'export.made', target, details: { actionId: build.id, files, missing } })
  return true
}

/** Removes the images of studies of whose patients nothing else goes. */
export async function removeImages(
  tx: Tx<'study'>,
  actionId: string,
  studies: readonly StudyRow[],
  patientRowIds: string[],
): Promise<void> {
  const ids = studies.map(({ id }) => id)
  await noteImageRemovals(tx, actionId, ids, patientRowIds)
  await endExportsOf(tx, patientRowIds)
  await deleteZipsOf(tx, ids)
  for (const study of studies) {
    await noteImagesRemoved(tx, study.id)
    const details = { imagesBefore: study.imageCount, images: 0, retention: true }
    await transition(tx, study, 'images_missing', { actorUserId: null, details })
  }
  await emitJob(tx, 'privacy.remove', { actionId })
}

function kindOf(rule: RetentionRule): RemovalKind {
  if (rule.kind === 'images') return 'image_retention'
  return rule.way === 'erase' ? 'study_retention' : 'study_anonymisation'
}

/** Takes a batch of what a retention time is over for. Returns how many studies; 0: there is nothing more to do now. */
export async function applyRetention(begun: Before<'intake'>, rule: RetentionRule, limit: number): Promise<number> {
  const [withIntake] = await lockIntake(begun)
  const [tx, due] = await lockDue(withIntake, rule, limit)
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  const studies = await listHeldStudies(tx, ids)
  const before = await countOfStudies(tx, ids)
  const reason = rule.kind === 'images' ? `${rule.days} days after the report` : `${rule.years} years after the report`
  const action = await insertPrivacyAction(tx, { kind: kindOf(rule), reason, counts: before, studyIds: ids })
  if (!action) throw new Error('the action was not stored')
  const patientRowIds = [...new Set(due.map(({ patientRowId }) => patientRowId))]
  let counts = before
  if (rule.kind === 'images') await removeImages(tx, action.id, studies, patientRowIds)
  else counts = await removeStudies(tx, { actionId: action.id, way: rule.way, studies, patientRowIds })
  await audit(tx, bySystem, { action: 'retention.applied', details: { actionId: action.id, ...counts } })
  return studies.length
}
