import { onOtherUser, type SessionStore } from '../session/session.ts'

/** Enough for the pages of one or two lists. */
const most = 8

type Kept = { etag: string; text: string }

/** Keeps answers by address, with their ETags, for conditional calls. Drops them when another user signs in. Nothing outlives the page. */
export function keepAnswers(session: SessionStore) {
  const kept = new Map<string, Kept>()
  onOtherUser(session, () => kept.clear())
  return {
    find: (address: string): Kept | undefined => kept.get(address),
    /** Keeps an answer and drops the oldest if there are too many. An answer without a tag is not kept, because it can't be revalidated. */
    keep(address: string, etag: string | null, text: string): void {
      kept.delete(address)
      if (etag !== null) kept.set(address, { etag, text })
      for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest)
    },
  }
}
