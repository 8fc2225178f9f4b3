import type { Db } from '../client.ts'
import { shareLinks } from '../schema/sharing.ts'
import { type StudyRow } from './studies.ts'
export type ShareLinkRow = typeof shareLinks.$inferSelect
export type ShareLinkRecord = {
  link: ShareLinkRow
  createdBy: string
  works: boolean
}
/** Makes a link that is good for so many seconds; only its token's hash is stored. */
export declare function createShareLink(
  tx: Db,
  {
    seconds,
    ...fields
  }: {
    studyId: string
    createdBy: string
    seconds: number
  },
): Promise<{
  link: ShareLinkRow
  token: string
}>
/** How many links to the study the user has in use. */
export declare function countShareLinks(db: Db, studyId: string, userId: string): Promise<number>
/** A study's links that are neither revoked nor expired, newest first. */
export declare function listShareLinks(db: Db, studyId: string): Promise<ShareLinkRecord[]>
/** A study's link in use. */
export declare function findShareLink(db: Db, studyId: string, shareLinkId: string): Promise<ShareLinkRow | null>
/** False where it was revoked or ran out before. */
export declare function revokeShareLink(tx: Db, shareLinkId: string): Promise<boolean>
/** What a link opens: null where it is unknown, revoked, expired, or its creator no longer sees the study. */
export declare function findSharedStudy(
  db: Db,
  token: string,
): Promise<{
  link: ShareLinkRow
  study: StudyRow
} | null>
/** Counts an opening, and makes the secret of the cookie that it leaves behind. */
export declare function createShareGrant(tx: Db, shareLinkId: string): Promise<string>
/** The studies that cookies of share links open at this moment. */
export declare function findGrantedShares(db: Db, secrets: readonly string[]): Promise<StudyRow[]>
