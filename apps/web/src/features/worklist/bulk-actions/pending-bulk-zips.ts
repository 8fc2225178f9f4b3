import { z } from 'zod'
import { parseJson } from '../../../lib/api/request.ts'

const Pending = z.array(z.object({ bulkZipId: z.string(), count: z.int() })).catch([])
/** A ZIP being built, with its number of studies. */
export type PendingBulkZip = z.infer<typeof Pending>[number]

const keyOf = (userId: string) => `bulk_zips_${userId}`

/** The ZIPs that a user is waiting for in this tab. They survive a reload. */
export const pendingBulkZips = {
  read: (userId: string): PendingBulkZip[] => Pending.parse(parseJson(sessionStorage.getItem(keyOf(userId)) ?? '[]')),
  remember(userId: string, zip: PendingBulkZip) {
    sessionStorage.setItem(keyOf(userId), JSON.stringify([...pendingBulkZips.read(userId), zip]))
  },
  forget(userId: string, { bulkZipId }: PendingBulkZip) {
    const left = pendingBulkZips.read(userId).filter((zip) => zip.bulkZipId !== bulkZipId)
    if (left.length > 0) sessionStorage.setItem(keyOf(userId), JSON.stringify(left))
    else sessionStorage.removeItem(keyOf(userId))
  },
}
