import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { bulkZips } from '../schema/bulk-zips.ts'
import type { ZipBuild } from './study-zips.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
export type BulkZip = typeof bulkZips.$inferSelect
/** Asks for a ZIP of these studies and queues its build. */
export declare function requestBulkZip(
  tx: Db,
  userId: string,
  chosen: readonly {
    id: string
    imageCount: number
  }[],
): Promise<BulkZip>
export declare function countBulkZipsUnderWay(db: Db, userId: string): Promise<number>
/** A ZIP of the user with its studies, as long as the viewer sees every one of them; otherwise null. */
export declare function findBulkZip(
  db: Db,
  viewer: Viewer & {
    userId: string
  },
  bulkZipId: string,
): Promise<{
  zip: {
    id: string
    userId: string
    state: 'completed' | 'expired' | 'failed' | 'processing' | 'queued'
    objectKey: string | null
    sizeBytes: number | null
    imagesDone: number
    imagesTotal: number
    error: string | null
    createdAt: Date
    completedAt: Date | null
    expiresAt: Date | null
  }
  studyIds: string[]
} | null>
/** Takes a ZIP, or one whose builder died, for building under a new object key; null where it has ended. */
export declare function claimBulkZip(
  tx: Db,
  { zipId, objectKey }: ZipBuild,
): Promise<{
  build: {
    zipId: string
    objectKey: string
  }
  studies: {
    id: string
    orthancId: string
    studyInstanceUid: string
    instancesHash: string | null
  }[]
  imagesTotal: number
  abandonedKey: string | null
} | null>
/** False: the build was taken over and should stop. */
export declare const setBulkZipProgress: (
  db: Db,
  build: ZipBuild,
  {
    done,
    total,
  }: {
    done: number
    total: number
  },
) => Promise<boolean>
/** Publishes a build, unless it was taken over: then false, and its object is the caller's to remove. */
export declare const completeBulkZip: (
  db: Db,
  build: ZipBuild,
  result: {
    sizeBytes: number
    images: number
    expiresAt: Date
  },
) => Promise<boolean>
/** Gives a build up with a text for users. */
export declare const failBulkZip: (db: Db, build: ZipBuild, error: string) => Promise<boolean>
/** ZIPs whose build was asked for and whose job has left the outbox, for comparison with the queue. */
export declare function listBulkZipsUnderWay(db: Db): Promise<string[]>
/** Queues the build of a ZIP again whose job was lost. */
export declare function requeueBulkZip(tx: Db, bulkZipId: string): Promise<void>
/** Ends the ZIPs whose time is over; answers how many. */
export declare function expireBulkZips(tx: Db): Promise<number>
/** Objects of ZIPs that went out of use longer ago than any link to them lives. */
export declare function listBulkObjectsToRemove(db: Db, limit: number): Promise<ZipBuild[]>
/** Notes that a ZIP's object is gone from storage. */
export declare function forgetBulkObject(db: Db, { zipId, objectKey }: ZipBuild): Promise<void>
