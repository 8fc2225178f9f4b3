import type { ReportDraft, ReportHold } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { Actor } from '@readroom/db/core/actor'
import type { findDraft, findHold } from '@readroom/db/reading/report-drafts'
import type { VersionRecord } from '@readroom/db/reports/report-versions'
import { isStanding } from '@readroom/db/reports/reports'

type Found<T extends (...args: never[]) => Promise<unknown>> = NonNullable<Awaited<ReturnType<T>>>

export const toDraft = ({ draft, savedBy }: Found<typeof findDraft>): ReportDraft => ({
  revision: draft.revision,
  kind: draft.kind,
  reason: draft.reason,
  content: draft.content,
  templateName: draft.templateName,
  isDrafted: draft.draftedAt !== null,
  savedAt: draft.savedAt.toISOString(),
  savedBy,
})

export function toHold(actor: Actor, windowId: string, { hold, userName, askedBy }: Found<typeof findHold>): ReportHold {
  const isOwn = hold.userId === actor.userId
  return {
    userName,
    isOwn,
    isThisWindow: isOwn && hold.windowId === windowId,
    since: hold.heldSince.toISOString(),
    leaseUntil: hold.leaseUntil.toISOString(),
    askedBy,
  }
}

export const toVersion = ({ version, report, signedBy, recallSeconds }: VersionRecord): ReportVersion => ({
  id: version.id,
  reportId: report.id,
  number: report.version,
  kind: version.kind,
  meaning: version.meaning,
  content: version.content,
  signedBy,
  writers: (version.snapshot.writers ?? []).map(({ name }) => name),
  templateName: version.snapshot.templateName ?? null,
  signedAt: version.signedAt.toISOString(),
  reason: version.reason,
  confirmed: version.confirmed,
  hash: version.hash,
  notSeen: version.snapshot.notSeen ?? [],
  displayed: version.snapshot.displayed ?? null,
  keyImages: (version.snapshot.keyImages ?? []).map(({ sha256: _sha256, ...shown }) => shown),
  isWithdrawn: !isStanding(report),
  isReady: report.sha256 !== null,
  recallSeconds,
})
