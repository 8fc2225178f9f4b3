import { onOtherUser, type SessionStore } from '../session/session.ts'

/** The pages of a list or two. */
const most = 8

type Kept = { etag: string; text: string }

/**
 * Answers of conditional calls by their address, to be asked whether they still hold. What one user read is dropped when the session changes hands;
 * nothing of it outlives the page.
 */
export function keepAnswers(session: SessionStore) {
  const kept = new Map<string, Kept>()
  onOtherUser(session, () => kept.clear())
  return {
    find: (address: string): Kept | undefined => kept.get(address),
    /** Keeps it in place of the oldest. Without a tag nothing can be asked of it later. */
    keep(address: string, etag: string | null, text: string): void {
      kept.delete(address)
      if (etag !== null) kept.set(address, { etag, text })
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
    },
  }
}
