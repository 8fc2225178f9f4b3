import { z } from 'zod'
import { parseJson } from '../../lib/api/request.ts'

const Pending = z.array(z.object({ bulkZipId: z.string(), count: z.int() })).catch([])
/** A ZIP that is being built, of so many studies. */
export type PendingBulkZip = z.infer<typeof Pending>[number]

const keyOf = (userId: string) => `bulk_zips_${userId}`

/** The ZIPs that a user waits for in this tab, so that a reload does not lose them. */
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
