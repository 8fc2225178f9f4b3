import { z } from 'zod'

const PendingRecovery = z.object({ email: z.string(), sentAt: z.number() })
export type PendingRecovery = z.infer<typeof PendingRecovery>

const key = 'password_recovery'

/** The address to which a code went, and when, in milliseconds; kept by the tab, so that a reload waits for the code again. */
export const pendingRecovery = {
  read(): PendingRecovery | null {
    try {
      return PendingRecovery.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
    } catch {
      return null
    }
  },
  write: (pending: PendingRecovery) => sessionStorage.setItem(key, JSON.stringify(pending)),
  clear: () => sessionStorage.removeItem(key),
}
