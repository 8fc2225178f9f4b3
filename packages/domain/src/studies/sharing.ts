import { AppError } from '@readroom/contracts/core/errors'
import { maxPinTries, maxShareLinks } from '@readroom/contracts/studies/sharing'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { hashOfSecret, newSecret } from '@readroom/db/core/secrets'
import { isSharePinRequired } from '@readroom/db/people/labs'
import {
  countPinTry,
  countShareLinks,
  findLinkByHash,
  findLinkOfStudy,
  forgetPinTries,
  insertShareGrant,
  insertShareLink,
  type LinkInUse,
  listGrantedLinks,
  listLinksInUse,
  markLinkRevoked,
  markLinksOfOtherLabsRevoked,
  markLinksOfStudyRevoked,
  markLinksOfUserRevoked,
  type ShareLinkRow,
  takeBackPinTry,
} from '@readroom/db/studies/sharing/share-links'
import { countStudiesOfUid, findStudy, type StudyRow } from '@readroom/db/studies/studies'
import { lockVisibleStudy } from './studies.ts'

/** `works` is false while its maker could not open the study. */
export type ShareLinkRecord = Pick<LinkInUse, 'link' | 'createdBy'> & { works: boolean }
export type SharedStudy = { link: ShareLinkRow; study: StudyRow }

/** The maker of a link: the caller, or an administrator for whom a link is made later. */
type Sharer = Pick<Actor, 'userId' | 'role' | 'labId' | 'doctorId' | 'address'>

/** `seconds`: the lifetime of the link. The UIDs are the study's as far as the caller knows. */
type Wanted = {
  studyId: string
  studyInstanceUID?: string | undefined
  orthancStudyID?: string | undefined
  seconds: number
  /** Argon2id; null for a link without a PIN. */
  pinHash: string | null
}

/** The study that a link opens at this moment; null once its maker could not open it, and while two laboratories claim it. */
async function studyOf(db: Db, { link, sharer, canSignIn }: LinkInUse): Promise<StudyRow | null> {
  const study = canSignIn ? await findStudy(db, sharer, link.studyId) : null
  return study?.labConflictAt === null ? study : null
}

/** One's own; an administrator, anybody's. */
export const mayRevoke = (actor: Actor, { createdBy }: Pick<ShareLinkRow, 'createdBy'>): boolean =>
  actor.role === 'admin' || createdBy === actor.userId

/** Throws SHARE_PIN_REQUIRED, STUDY_UID_AMBIGUOUS, TOO_MANY_SHARE_LINKS. */
export async function checkShareable(
  tx: Tx,
  { userId }: Pick<Actor, 'userId'>,
  { study, hasPin }: { study: StudyRow; hasPin: boolean },
): Promise<void> {
  if (!hasPin && (await isSharePinRequired(tx, study.id))) throw new AppError('SHARE_PIN_REQUIRED')
  if ((await countStudiesOfUid(tx, study.studyInstanceUid)) > 1) throw new AppError('STUDY_UID_AMBIGUOUS')
  const count = await countShareLinks(tx, study.id, userId)
  if (count >= maxShareLinks) throw new AppError('TOO_MANY_SHARE_LINKS', { count })
}

/**
 * Makes a link that opens one study without signing in. The token is in the answer alone; only its hash is stored.
 * Throws STUDY_NOT_FOUND, STUDY_IDS_DISAGREE, SHARE_PIN_REQUIRED, STUDY_UID_AMBIGUOUS, TOO_MANY_SHARE_LINKS.
 */
export async function createShareLink(
  begun: Before<'study'>,
  actor: Sharer,
  { studyId, seconds, pinHash, ...ids }: Wanted,
): Promise<{ link: ShareLinkRow; token: string }> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  const { studyInstanceUID = study.studyInstanceUid, orthancStudyID = study.orthancId } = ids
  const agree = studyInstanceUID === study.studyInstanceUid && orthancStudyID === study.orthancId
  if (!agree) throw new AppError('STUDY_IDS_DISAGREE')
  await checkShareable(tx, actor, { study, hasPin: pinHash !== null })
  const token = newSecret()
  const link = await insertShareLink(tx, { studyId, createdBy: actor.userId, hash: hashOfSecret(token), pinHash, seconds })
  const details = { shareLinkId: link.id, expiresAt: link.expiresAt.toISOString(), hasPin: pinHash !== null }
  await audit(tx, actor, { action: 'share.created', target: { type: 'study', id: studyId }, details })
  return { link, token }
}

/** A study's links that are neither revoked nor expired, newest first. Throws STUDY_NOT_FOUND. */
export async function listShareLinks(db: Db, actor: Actor, studyId: string): Promise<ShareLinkRecord[]> {
  if (!(await findStudy(db, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
  const rows = await listLinksInUse(db, studyId)
  return Promise.all(
    rows.map(async (row) => ({ link: row.link, createdBy: row.createdBy, works: (await studyOf(db, row)) !== null })),
  )
}

/** Images that are open with it stop at their next request. Throws STUDY_NOT_FOUND, SHARE_LINK_NOT_FOUND, SHARE_LINK_NOT_YOURS. */
export async function revokeShareLink(
  tx: Tx,
  actor: Actor,
  { studyId, shareLinkId }: { studyId: string; shareLinkId: string },
): Promise<void> {
  if (!(await findStudy(tx, actor, studyId))) throw new AppError('STUDY_NOT_FOUND')
  const link = await findLinkOfStudy(tx, studyId, shareLinkId)
  if (!link) throw new AppError('SHARE_LINK_NOT_FOUND')
  if (!mayRevoke(actor, link)) throw new AppError('SHARE_LINK_NOT_YOURS')
  if (!(await markLinkRevoked(tx, shareLinkId))) throw new AppError('SHARE_LINK_NOT_FOUND')
  await audit(tx, actor, { action: 'share.revoked', target: { type: 'study', id: studyId }, details: { shareLinkId } })
}

/** Ends for good the links that somebody made who loses a study, or with it left out, their account: getting it back revives none. */
export async function endShareLinks(tx: Tx, userId: string, studyId?: string): Promise<void> {
  await markLinksOfUserRevoked(tx, userId, studyId)
}

/** Ends for good all links to a study: whom its images show is not what their makers saw. */
export async function endShareLinksOfStudy(tx: Tx, studyId: string): Promise<void> {
  await markLinksOfStudyRevoked(tx, studyId)
}

/** Ends for good the links to a study that the staff of other laboratories than its own made: theirs has lost the study, or never gets it. */
export async function endShareLinksOfOtherLabs(tx: Tx, labId: string, studyId: string): Promise<void> {
  await markLinksOfOtherLabsRevoked(tx, labId, studyId)
}

/**
 * Returns the study that a link opens. Null if the link is unknown, revoked or expired, if its maker no longer sees the study, or if two studies
 * share the study's UID: the images of those are shown to nobody.
 */
export async function findSharedStudy(db: Db, token: string): Promise<SharedStudy | null> {
  const row = await findLinkByHash(db, hashOfSecret(token))
  const study = row ? await studyOf(db, row) : null
  if (!row || !study || (await countStudiesOfUid(db, study.studyInstanceUid)) > 1) return null
  return { link: row.link, study }
}

/** Counts a try before its PIN is checked. Returns the tries left after it. Throws SHARE_LINK_NOT_FOUND when none was left. */
export async function tryPin(tx: Tx, { link }: SharedStudy): Promise<number> {
  const tries = await countPinTry(tx, link.id, maxPinTries)
  if (tries === null) throw new AppError('SHARE_LINK_NOT_FOUND')
  return maxPinTries - tries
}

/** Takes back a try whose PIN was never checked. */
export async function forgivePin(tx: Tx, { link }: SharedStudy): Promise<void> {
  await takeBackPinTry(tx, link.id)
}

/** Records a wrong PIN, and revokes the link after the last try. */
export async function refusePin(tx: Tx, { link, study }: SharedStudy, { left, address }: { left: number; address: string }) {
  const entry = { target: { type: 'study', id: study.id }, details: { shareLinkId: link.id } }
  await audit(tx, { userId: null, address }, { action: 'share.pin_refused', ...entry })
  if (left === 0 && (await markLinkRevoked(tx, link.id)))
    await audit(tx, { userId: null, address }, { action: 'share.revoked', ...entry })
}

/** Counts the opening and grants the images to the holder of the cookie. Returns its secret. */
export async function openShare(tx: Tx, { link, study }: SharedStudy, address: string): Promise<string> {
  const target = { type: 'study', id: study.id }
  await audit(tx, { userId: null, address }, { action: 'share.opened', target, details: { shareLinkId: link.id } })
  const secret = newSecret()
  if (link.pinHash !== null) await forgetPinTries(tx, link.id)
  await insertShareGrant(tx, link.id, hashOfSecret(secret))
  return secret
}

/** The studies that cookies of share links open at this moment, each with its link. */
export async function findGrantedShares(db: Db, secrets: readonly string[]): Promise<SharedStudy[]> {
  const rows = await listGrantedLinks(db, secrets.map(hashOfSecret))
  const shares = await Promise.all(rows.map(async (row) => ({ link: row.link, study: await studyOf(db, row) })))
  return shares.flatMap(({ link, study }) => (study ? [{ link, study }] : []))
}
