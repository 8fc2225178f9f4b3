import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { OpenDb, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { storeDraftAnnotations } from '@readroom/db/reading/annotations'
import { arrangeKeyImages } from '@readroom/db/reading/key-images'
import { findDraft, findHold, storeDraft } from '@readroom/db/reading/report-drafts'
import { findVersion, type VersionRecord } from '@readroom/db/reports/report-versions'
import {
  type HeldReport,
  hasLaterReport,
  isReplaced,
  listHeldBack,
  markReleased,
  withdrawReport,
} from '@readroom/db/reports/reports'
import { lockAnyStudy, type StudyRow } from '@readroom/db/studies/studies'
import { emitChanged } from '../core/outbox.ts'
import { requestArchiving } from '../reports/report-archive.ts'
import { announceReport } from '../reports/report-notices.ts'
import { lockVisibleStudy } from '../studies/studies.ts'
import { transition } from '../studies/transition.ts'
import { demandDoctor } from './report-writing.ts'

/** Reports that are read at once. */
const batch = 100

type Recall = { studyId: string; versionId: string }

/** Returns the version that the actor signed and can still recall. Throws FORBIDDEN, REPORT_NOT_RECALLABLE. */
async function demandRecallable(tx: Tx, actor: Actor, { studyId, versionId }: Recall): Promise<VersionRecord> {
  const found = await findVersion(tx, versionId)
  if (!found || found.version.studyId !== studyId) throw new AppError('REPORT_NOT_RECALLABLE')
  if (found.version.signedBy !== actor.userId) throw new AppError('FORBIDDEN')
  if (found.recallSeconds === null) throw new AppError('REPORT_NOT_RECALLABLE')
  // An addendum prints the text that it adds to, and would carry it out.
  if (await hasLaterReport(tx, found.report)) throw new AppError('REPORT_NOT_RECALLABLE')
  // A text that somebody has begun since follows the report, and would be lost.
  const hold = (await findHold(tx, studyId))?.hold
  const isWrittenElsewhere = hold !== undefined && hold.userId !== actor.userId
  if (isWrittenElsewhere || (await findDraft(tx, studyId))) throw new AppError('REPORT_NOT_RECALLABLE')
  return found
}

/** The signed text, its key images and its annotations are the study's draft again. */
async function restoreDraft(tx: Tx<'study'>, actor: Actor, study: StudyRow, { version, report }: VersionRecord): Promise<void> {
  const { studyId, kind, reason, content, snapshot } = version
  await storeDraft(tx, {
    studyId,
    kind,
    reason,
    content,
    savedBy: actor.userId,
    writerIds: snapshot.writers?.map(({ userId }) => userId) ?? [version.signedBy],
    templateName: snapshot.templateName ?? null,
    // Images of a later generation may have the same ids.
    instancesHash: snapshot.images.generation === study.generation ? snapshot.images.instancesHash : null,
    reportVersion: report.version,
  })
  await arrangeKeyImages(tx, studyId, snapshot.keyImages ?? [])
  await storeDraftAnnotations(tx, { studyId, annotations: snapshot.annotations ?? [], savedBy: actor.userId })
}

/**
 * Takes a report back that the actor signed and that nobody outside has seen. The version stays in the chain, withdrawn; its text is the draft again
 * (docs/decisions/reading/signing.md). Throws STUDY_NOT_FOUND, FORBIDDEN, REPORT_NOT_RECALLABLE, INVALID_TRANSITION.
 */
export async function recallReport(begun: Before<'study'>, actor: Actor, input: Recall): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, input.studyId)
  demandDoctor(actor)
  const found = await demandRecallable(tx, actor, input)
  const { report, version } = found
  await withdrawReport(tx, report.id)
  await restoreDraft(tx, actor, study, found)
  const event = version.kind === 'original' ? 'recalled' : 'amendment_recalled'
  const details = { reportId: report.id, kind: version.kind, number: version.number }
  await transition(tx, study, event, { actorUserId: actor.userId, details })
  await audit(tx, actor, { action: 'report.recalled', target: { type: 'study', id: study.id }, details })
}

async function releaseReport(begun: Before<'study'>, { reportId, studyId }: HeldReport): Promise<void> {
  const [tx] = await lockAnyStudy(begun, studyId)
  const released = await markReleased(tx, reportId)
  if (!released) return
  // A laboratory that has the later report must not get this one after it.
  if (!(await isReplaced(tx, released))) await announceReport(tx, reportId, released.uploadedBy)
  await requestArchiving(tx, studyId)
  await emitChanged(tx, studyId)
}

/** `waitMs`: until the time of the next report is over; null without one. `failures`: the reports that could not be released, with the reason. */
type Released = { waitMs: number | null; failures: Map<string, unknown> }

/**
 * Releases the reports whose time for a recall is over, `except` some: laboratories see them, mails go out, and the archive gets its copy. A report
 * that cannot be released stops no other.
 */
export async function releaseReports(db: OpenDb, except: readonly string[] = []): Promise<Released> {
  const failures = new Map<string, unknown>()
  let held: HeldReport[]
  let due: HeldReport[]
  do {
    held = await listHeldBack(db, { limit: batch, except: [...except, ...failures.keys()] })
    due = held.filter(({ waitMs }) => waitMs <= 0)
    for (const report of due)
      await db.transaction((tx) => releaseReport(tx, report)).catch((error: unknown) => failures.set(report.reportId, error))
  } while (due.length > 0)
  return { waitMs: held[0]?.waitMs ?? null, failures }
}
