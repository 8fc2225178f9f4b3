import type { Db } from '../client.ts'
import { studyZips } from '../schema/studies.ts'
export type StudyZip = typeof studyZips.$inferSelect
/**
 * Asks for the ZIP of a study's generation: queues its build unless one is queued, being built or ready to download.
 * Retires the ZIPs of older generations and those whose time is over; `zips.expire` removes their objects.
 */
export declare function requestStudyZip(
  tx: Db,
  study: {
    id: string
    generation: number
  },
): Promise<{
  zipId: string
  created: boolean
}>
/** The newest ZIP of a study's generation, in whatever state, or null. A completed one past its `expiresAt` is not to be served. */
export declare function findStudyZip(db: Db, studyId: string, generation: number): Promise<StudyZip | null>
/** A build in hand. The object key is its token: whoever claims the row later takes another, and this build can no longer write. */
export type ZipBuild = {
  zipId: string
  objectKey: string
}
export type ZipClaim =
  | {
      outcome: 'claimed'
      build: ZipBuild
      study: {
        id: string
        orthancId: string
        studyInstanceUid: string
        instancesHash: string | null
      }
      /** Left by a build that was cut off. */
      abandonedKey: string | null
    }
  | {
      outcome: 'finished' | 'superseded'
      abandonedKey: string | null
    }
/** Takes a queued ZIP, or one whose builder died, for building under a new object key. */
export declare function claimStudyZip(tx: Db, { zipId, objectKey }: ZipBuild): Promise<ZipClaim>
/** False: the build was superseded or taken over and should stop. */
export declare function setZipProgress(
  db: Db,
  build: ZipBuild,
  progress: {
    done: number
    total: number
  },
): Promise<boolean>
/** Publishes a build, unless it was superseded or taken over: then false, and its object is the caller's to remove. */
export declare function completeStudyZip(
  tx: Db,
  build: ZipBuild,
  result: {
    sizeBytes: number
    images: number
    expiresAt: Date
  },
): Promise<boolean>
/**
 * Gives a build up with a text for users; false where it was superseded or taken over.
 * `imagesMissing`: the archive no longer has the study, which its row and its history then say.
 */
export declare function failStudyZip(
  tx: Db,
  build: ZipBuild,
  failure: {
    error: string
    imagesMissing?: boolean
  },
): Promise<boolean>
/** Settled studies of the last days without a ZIP, newest first; a build that failed in the last hours is left alone. */
export declare function listStudiesToPrebuild(
  db: Db,
  options: {
    recentDays: number
    retryFailedHours: number
    limit: number
  },
): Promise<
  {
    id: string
    generation: number
  }[]
>
/** ZIPs whose build was asked for and whose job has left the outbox, for comparison with the queue. */
export declare function listZipsUnderWay(db: Db): Promise<string[]>
/** Queues the build of a ZIP again whose job was lost; false where it has ended in the meantime. */
export declare function requeueStudyZip(tx: Db, zipId: string): Promise<boolean>
/** Ends the ZIPs whose time is over; answers how many. */
export declare function expireStudyZips(tx: Db): Promise<number>
/** Objects of ZIPs that went out of use longer ago than any link to them lives. */
export declare function listObjectsToRemove(db: Db, limit: number): Promise<ZipBuild[]>
/** Notes that a ZIP's object is gone from storage. */
export declare function forgetZipObject(db: Db, { zipId, objectKey }: ZipBuild): Promise<void>
