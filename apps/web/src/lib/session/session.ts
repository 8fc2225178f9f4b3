import { User } from '@readroom/contracts/access/auth'
import { useSyncExternalStore } from 'react'

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns the milliseconds of a lifetime such as `30m`. Returns one hour if it can't be read. */
export function parseExpiresIn(text: string): number {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const ms = Number(count) * (unitMs[unit ?? ''] ?? Number.NaN)
  return Number.isFinite(ms) ? ms : 3_600_000
}

export type Session = { token: string; user: User; expiresAt: number }

/**
 * How a session ended. With a `reason`, the user didn't end it: the login page shows the reason and leads the same user back to where they were.
 * Otherwise the user signed out: the page shows the message, if there is one, and leads nobody back.
 */
export type Farewell = {
  message?: string | undefined
  reason?: string
  /** The user of the ended session. */
  userId?: string | undefined
  /** The other tabs need not be told. */
  onlyHere?: true
}

/** The reason if nobody gave one. */
export const sessionOver = 'Your session has ended. Please sign in again.'

const keys = { token: 'auth_token', user: 'auth_user', expires: 'auth_expires' } as const

function read(storage: Storage): Session | null {
  const token = storage.getItem(keys.token)
  const expiresAt = Number(storage.getItem(keys.expires))
  if (!token || !expiresAt) return null
  try {
    return { token, expiresAt, user: User.parse(JSON.parse(storage.getItem(keys.user) ?? 'null')) }
  } catch {
    return null
  }
}

/** Creates the store for this tab's session. Reading an expired session clears it and counts as signed out. */
export function createSessionStore(storage: Storage, now: () => number = Date.now) {
  const listeners = new Set<() => void>()
  let session = read(storage)
  let restoring = true
  let farewell: Farewell | null = null
  let pageUser = session?.user ?? null
  let begun = 0

  function set(next: Session | null, parting: Farewell | null = null) {
    farewell = parting && { ...parting, userId: session?.user._id }
    if (next) pageUser = next.user
    else if (parting?.reason === undefined) pageUser = null
    if (next && !session) begun += 1
    session = next
    if (next) {
      storage.setItem(keys.token, next.token)
      storage.setItem(keys.user, JSON.stringify(next.user))
      storage.setItem(keys.expires, String(next.expiresAt))
    } else for (const key of Object.values(keys)) storage.removeItem(key)
    notify()
  }
  function notify() {
    for (const listener of listeners) listener()
  }
  const remainingMs = () => (session ? session.expiresAt - now() : 0)

  return {
    remainingMs,
    current(): Session | null {
      if (session && remainingMs() <= 0) set(null, { reason: sessionOver, onlyHere: true })
      return session
    },
    start(user: User, token: string, expiresIn: string) {
      set({ user, token, expiresAt: now() + parseExpiresIn(expiresIn) })
    },
    renew(token: string, expiresIn: string) {
      if (session) set({ ...session, token, expiresAt: now() + parseExpiresIn(expiresIn) })
    },
    /** Takes over the session of another tab. */
    adopt(other: Session) {
      set(other)
    },
    /** Updates the account from the server. Ignores an answer that comes after another user has signed in. */
    rename(user: User) {
      if (session?.user._id === user._id) set({ ...session, user })
    },
    /** Records that the API refuses everything until the generated password is changed. */
    requirePasswordChange() {
      if (session) set({ ...session, user: { ...session.user, mustChangePassword: true } })
    },
    /** Records that the API refuses everything until a second factor is set up. */
    requireEnrolment() {
      if (session) set({ ...session, user: { ...session.user, mustEnrol: true } })
    },
    clear(parting: Farewell | null = null) {
      set(null, parting)
    },
    farewell: () => farewell,
    /** Returns the signed-in user, or the one whose session ended against their wish. Their page may stay, covered, until somebody signs in. */
    pageUser: () => pageUser,
    /** Returns the number of sessions that began in this tab. */
    begun: () => begun,
    /** Returns the session without the expiry check, so that rendering never changes the store. */
    peek: () => session,
    isRestoring: () => restoring,
    finishRestoring() {
      restoring = false
      notify()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type SessionStore = ReturnType<typeof createSessionStore>

/**
 * Calls `heed` when another user takes over the tab, so that nothing read or done for one user is left for the next. The same user signing in again
 * doesn't count.
 */
export function onOtherUser(session: Pick<SessionStore, 'pageUser' | 'subscribe'>, heed: () => void): void {
  let owner = session.pageUser()?._id
  session.subscribe(() => {
    const next = session.pageUser()?._id
    if (next !== owner) heed()
    owner = next
  })
}

export const sessionStore = createSessionStore(window.sessionStorage)

export function useSession(): { session: Session | null; restoring: boolean } {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.peek)
  const restoring = useSyncExternalStore(sessionStore.subscribe, sessionStore.isRestoring)
  return { session, restoring }
}

/** Returns the user of a guarded page. It stays the same while the page waits, covered, for its user to sign in again. */
export function useUser(): User {
  const user = useSyncExternalStore(sessionStore.subscribe, sessionStore.pageUser)
  if (!user) throw new Error('This part of the page needs a session')
  return user
}

/** Changes when a session begins. Connections and cookies of the previous session are then renewed. */
export const useSessionCount = (): number => useSyncExternalStore(sessionStore.subscribe, sessionStore.begun)
