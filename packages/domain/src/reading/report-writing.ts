import { AppError } from '@readroom/contracts/core/errors'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before, Locked } from '@readroom/db/core/locks'
import { deleteDraftAnnotations } from '@readroom/db/reading/annotations'
import { arrangeKeyImages, leaveDraft } from '@readroom/db/reading/key-images'
import {
  type DraftRow,
  deleteDraft,
  endHold,
  findDraft,
  findHold,
  type HoldRow,
  markDrafted,
  noteAsked,
  renewHold,
  storeDraft,
  takeHold,
} from '@readroom/db/reading/report-drafts'
import { listVersions } from '@readroom/db/reports/report-versions'
import { hasDrafts, isStanding } from '@readroom/db/reports/reports'
import { listActiveNames } from '@readroom/db/studies/assignments/assignments'
import type { StudyRow } from '@readroom/db/studies/studies'
import { readContent } from '@readroom/report/content'
import { emitChanged } from '../core/outbox.ts'
import { demandKind } from '../reports/report-kinds.ts'
import { keptContent } from '../reports/report-text.ts'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { newestReportOf } from './new-reports.ts'

type Window = { studyId: string; windowId: string }
/** `fence`: what taking the hold answered. */
export type Held = Window & { fence: number }
/** `revision`: the newest that the writer knows. */
export type HeldDraft = Held & { revision: number }
type NewText = HeldDraft & { kind: ReportKind; reason: string; content: ReportContent; templateName: string | null }

/** Reports are written by doctors, of studies that they have: nobody else sees them. */
export function demandDoctor({ doctorId }: Actor): string {
  if (doctorId === null) throw new AppError('FORBIDDEN')
  return doctorId
}

/** The actor writes the study's report in this window, and nobody has since. Throws HOLD_LOST. */
async function demandHold(tx: Tx, actor: Actor, { studyId, windowId, fence }: Held): Promise<void> {
  const found = await findHold(tx, studyId)
  const { hold } = found ?? {}
  const isOurs = hold?.userId === actor.userId && hold.windowId === windowId && hold.fence === fence
  if (!isOurs) throw new AppError('HOLD_LOST')
}

type Writing = { tx: Locked<Before<'study'>, 'study'>; study: StudyRow; draft: DraftRow | null; doctorId: string }

/** The study, locked, with its draft, which the actor writes. Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST. */
export async function lockHeldDraft(begun: Before<'study'>, actor: Actor, key: Held): Promise<Writing> {
  const [tx, study] = await lockVisibleStudy(begun, actor, key.studyId)
  const doctorId = demandDoctor(actor)
  await demandHold(tx, actor, key)
  return { tx, study, draft: (await findDraft(tx, key.studyId))?.draft ?? null, doctorId }
}

/**
 * Returns what `lockHeldDraft` returns, if the draft has the revision that the writer knows. Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST,
 * DRAFT_STALE.
 */
export async function lockOwnDraft(begun: Before<'study'>, actor: Actor, key: HeldDraft): Promise<Writing> {
  const found = await lockHeldDraft(begun, actor, key)
  if ((found.draft?.revision ?? 0) !== key.revision) throw new AppError('DRAFT_STALE')
  return found
}

/**
 * The actor begins to write the study's report, or goes on, for a minute from now; with `takeOver` also if somebody else does.
 * Throws STUDY_NOT_FOUND, STUDY_REASSIGNED, FORBIDDEN, REPORT_HELD.
 */
export async function holdReport(begun: Before<'study'>, actor: Actor, input: Window & { takeOver: boolean }): Promise<HoldRow> {
  const { studyId, windowId, takeOver } = input
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId).catch(async (error: unknown) => {
    throw await asReassigned(begun, actor, studyId, error)
  })
  demandDoctor(actor)
  const found = await findHold(tx, studyId)
  const mine = { studyId, windowId, userId: actor.userId, sessionId: actor.sessionId }
  if (found?.hold.userId === actor.userId && found.hold.windowId === windowId) return renewHold(tx, mine)
  if (found && !takeOver) throw new AppError('REPORT_HELD', { name: found.userName })
  const hold = await takeHold(tx, mine)
  if (found) {
    const details = { from: found.hold.userId }
    await audit(tx, actor, { action: 'report.taken_over', target: { type: 'study', id: study.id }, details })
  }
  await emitChanged(tx, study.id)
  return hold
}

/** Asks the window that writes the report to save it and hand it over. Throws STUDY_NOT_FOUND, FORBIDDEN. */
export async function askForReport(begun: Before<'study'>, actor: Actor, { studyId, windowId }: Window): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  demandDoctor(actor)
  const hold = (await findHold(tx, studyId))?.hold
  if (!hold || (hold.userId === actor.userId && hold.windowId === windowId)) return
  await noteAsked(tx, { studyId, askedBy: actor.userId })
  await emitChanged(tx, study.id)
}

/** The actor writes no longer. Nothing if somebody else does by now. Throws STUDY_NOT_FOUND. */
export async function releaseReport(begun: Before<'study'>, actor: Actor, { studyId, windowId, fence }: Held): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const found = await findHold(tx, studyId)
  if (found?.hold.userId !== actor.userId || found.hold.windowId !== windowId || found.hold.fence !== fence) return
  await endHold(tx, studyId)
  await emitChanged(tx, study.id)
}

/** A correction goes on from the newest whole text that stands, with its key images. */
async function beginWithKeyImages(tx: Tx, actor: Actor, studyId: string): Promise<void> {
  const versions = await listVersions(tx, actor, { studyId, isPrior: false })
  const before = versions.find(({ version, report }) => version.kind !== 'addendum' && isStanding(report))
  await arrangeKeyImages(tx, studyId, before?.version.snapshot.keyImages ?? [])
}

/** Returns true if the actor has written all of the draft, in this session and window. */
export const isSoleWriter = (draft: DraftRow, { userId, sessionId }: Actor, windowId: string): boolean =>
  draft.savedBy === userId && draft.soleSessionId === sessionId && draft.soleWindowId === windowId

/** Returns the accounts that have written any of a draft, in their order. Drafts of an older version know only who saved last. */
export const writersOf = ({ writerIds, savedBy }: Pick<DraftRow, 'writerIds' | 'savedBy'>): string[] =>
  writerIds.length > 0 ? writerIds : [savedBy]

/** Returns the writers of a draft after a save: an account that changes the text is one. */
function writersAfter(draft: DraftRow | null, content: ReportContent, { userId }: Actor): string[] {
  if (!draft) return [userId]
  const before = writersOf(draft)
  return before.includes(userId) || readContent(draft.content).eq(readContent(content)) ? before : [...before, userId]
}

/** Returns STUDY_REASSIGNED if the actor was writing the study's report and does not have it any more. Otherwise returns the error as it is. */
async function asReassigned(tx: Tx, actor: Actor, studyId: string, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'STUDY_NOT_FOUND') return error
  const [found, kept] = [await findHold(tx, studyId), await findDraft(tx, studyId)]
  const hasWritten = found?.hold.userId === actor.userId || kept?.draft.savedBy === actor.userId
  if (!hasWritten) return error
  const names = await listActiveNames(tx, studyId)
  return new AppError('STUDY_REASSIGNED', { name: names.join(', ') || 'Nobody' })
}

/**
 * Saves the draft by itself: the study is in progress, not drafted; one that has a draft or a finished report stays what it is.
 * Throws STUDY_NOT_FOUND, STUDY_REASSIGNED, FORBIDDEN, HOLD_LOST, DRAFT_STALE, REPORT_TEXT_INVALID, REPORT_KIND_IMPOSSIBLE.
 */
export async function saveDraft(begun: Before<'study'>, actor: Actor, input: NewText): Promise<DraftRow> {
  const { studyId, kind, reason, templateName } = input
  const { tx, study, draft } = await lockOwnDraft(begun, actor, input).catch(async (error: unknown) => {
    throw await asReassigned(begun, actor, studyId, error)
  })
  // A text that was begun is kept, also if its report was withdrawn or uploaded meanwhile. Signing asks again.
  if (draft?.kind !== kind) demandKind(study.status, kind)
  const content = keptContent(input.content)
  // From the first save of somebody else on, nobody has written all of it.
  const isSole = !draft || isSoleWriter(draft, actor, input.windowId)
  const stored = await storeDraft(tx, {
    studyId,
    kind,
    reason,
    content,
    templateName,
    savedBy: actor.userId,
    writerIds: writersAfter(draft, content, actor),
    soleSessionId: isSole ? actor.sessionId : null,
    soleWindowId: isSole ? input.windowId : null,
    instancesHash: draft ? draft.instancesHash : study.instancesHash,
    reportVersion: draft ? draft.reportVersion : await newestReportOf(tx, studyId),
  })
  if (!draft && kind === 'correction') await beginWithKeyImages(tx, actor, studyId)
  await renewHold(tx, { studyId, sessionId: actor.sessionId })
  if (study.status === 'assigned_to_doctor' || study.status === 'doctor_opened_report')
    await transition(tx, study, 'report_started', { actorUserId: actor.userId })
  return stored
}

/**
 * Puts the draft away as one, and writes no longer: the study is drafted, unless it has a finished report.
 * Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE.
 */
export async function putDraftAway(begun: Before<'study'>, actor: Actor, input: HeldDraft): Promise<void> {
  const { tx, study, draft } = await lockOwnDraft(begun, actor, input)
  if (!draft) throw new AppError('DRAFT_STALE')
  const target = { type: 'study', id: study.id }
  await markDrafted(tx, study.id)
  await endHold(tx, study.id)
  if (draft.kind === 'original') await transition(tx, study, 'drafted', { actorUserId: actor.userId })
  else await emitChanged(tx, study.id)
  await audit(tx, actor, { action: 'report.put_away', target, details: { kind: draft.kind, revision: draft.revision } })
}

/**
 * Throws the draft away, and writes no longer. A study that was drafted is in progress again. Returns the keys of objects that went with it, to be
 * removed behind the transaction.
 * Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE.
 */
export async function discardDraft(begun: Before<'study'>, actor: Actor, input: HeldDraft): Promise<string[]> {
  const { tx, study, draft } = await lockOwnDraft(begun, actor, input)
  const target = { type: 'study', id: study.id }
  const dropped = await leaveDraft(tx, study.id)
  await deleteDraftAnnotations(tx, study.id)
  await deleteDraft(tx, study.id)
  await endHold(tx, study.id)
  if (study.status === 'report_drafted' && !(await hasDrafts(tx, study.id)))
    await transition(tx, study, 'report_started', { actorUserId: actor.userId })
  else await emitChanged(tx, study.id)
  await audit(tx, actor, { action: 'report.discarded', target, details: { revision: draft?.revision ?? 0 } })
  return dropped
}
