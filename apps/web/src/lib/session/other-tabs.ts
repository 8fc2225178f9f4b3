import { User } from '@readroom/contracts/access/auth'
import { sessionEnds } from '@readroom/contracts/core/session-ends'
import { z } from 'zod'
import { parseJson } from '../api/request.ts'
import { pause } from '../pause.ts'
import type { Session, SessionStore } from './session.ts'

/** The claim that is read from a token. */
const Claims = z.object({ sid: z.string() })

/** Returns the id of the session that a token belongs to. */
function sessionIdOf(session: Session | null): string | null {
  const payload = session?.token.split('.')[1]
  if (!payload) return null
  try {
    return Claims.safeParse(parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).data?.sid ?? null
  } catch {
    return null
  }
}

const Shared = z.object({ token: z.string(), user: User, expiresAt: z.number() })

/** The messages between tabs. A starting tab sends `asks`. `has` answers it and announces a renewed token. `ended` goes to the tabs of one session. */
const Said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('asks') }),
  z.object({ kind: z.literal('has'), session: Shared }),
  z.object({ kind: z.literal('ended'), sid: z.string(), reason: z.string() }),
])
type Said = z.infer<typeof Said>

export type TabChannel = {
  say: (message: Said) => void
  onHeard: (listener: (message: unknown) => void) => void
  /** Tells the other tabs whether somebody is signed in here. */
  attend: (isSignedIn: boolean) => void
  /** Returns the number of other tabs in which somebody is signed in. */
  countOthers: () => Promise<number>
}

const channelName = 'readroom-session'

/** Opens the channel between this browser's tabs of this origin. A shared lock, held by each signed-in tab, shows how many there are. */
export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel(channelName)
  let leave: (() => void) | null = null
  // Locks exist on secure connections only. Elsewhere a starting tab asks nobody.
  const locks = 'locks' in navigator ? navigator.locks : null
  return {
    say: (message) => channel.postMessage(message),
    onHeard: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
    attend(isSignedIn) {
      if (isSignedIn === (leave !== null)) return
      leave?.()
      leave = null
      if (!isSignedIn) return
      const held = new Promise<void>((done) => {
        leave = done
      })
      void locks?.request(channelName, { mode: 'shared' }, () => held)
    },
    async countOthers() {
      const { held = [] } = (await locks?.query()) ?? {}
      return held.filter(({ name }) => name === channelName).length - (leave ? 1 : 0)
    },
  }
}

/** How long a starting tab waits for the other tabs. */
const answerMs = 2000

/** Returns the session to take over from the other tabs. Null if they belong to several users, because this tab could be anyone's. */
function chosenOf(answers: readonly Session[]): Session | null {
  if (new Set(answers.map(({ user }) => user._id)).size !== 1) return null
  return answers.reduce((latest, one) => (one.expiresAt > latest.expiresAt ? one : latest))
}

/**
 * Shares one session between tabs: a renewal reaches all of them, and the session ends in all of them at once. Returns the function with which a
 * starting tab asks the others for their session.
 */
export function shareWithTabs(store: SessionStore, channel: TabChannel): { ask: (userId?: string) => Promise<void> } {
  let known = store.peek()
  let answered: ((session: Session) => void) | null = null
  channel.attend(known !== null)

  store.subscribe(() => {
    const before = known
    known = store.peek()
    channel.attend(known !== null)
    const sid = sessionIdOf(before)
    const farewell = store.farewell()
    if (known && before && known.token !== before.token && sessionIdOf(known) === sid)
      channel.say({ kind: 'has', session: known })
    if (!known && sid && farewell && !farewell.onlyHere)
      channel.say({ kind: 'ended', sid, reason: farewell.reason ?? sessionEnds['signed-out'] })
  })

  const hear = {
    asks() {
      const session = store.current()
      if (session) channel.say({ kind: 'has', session })
    },
    has({ session }: Extract<Said, { kind: 'has' }>) {
      answered?.(session)
      const own = store.peek()
      if (!own || sessionIdOf(own) !== sessionIdOf(session) || session.expiresAt <= own.expiresAt) return
      known = session
      store.adopt(session)
    },
    ended({ sid, reason }: Extract<Said, { kind: 'ended' }>) {
      if (sessionIdOf(store.peek()) === sid) store.clear({ reason, onlyHere: true })
    },
  }
  channel.onHeard((message) => {
    const said = Said.safeParse(message).data
    if (said?.kind === 'asks') hear.asks()
    if (said?.kind === 'has') hear.has(said)
    if (said?.kind === 'ended') hear.ended(said)
  })

  /** Asks the other tabs for their session. With `userId`, takes over that user's session only. */
  async function ask(userId?: string) {
    const expected = await channel.countOthers()
    if (expected === 0) return
    const answers: Session[] = []
    const all = new Promise<void>((resolve) => {
      answered = (session) => {
        if (answers.push(session) >= expected) resolve()
      }
    })
    channel.say({ kind: 'asks' })
    await Promise.race([all, pause(answerMs)])
    answered = null
    const found = store.peek() ? null : chosenOf(answers.filter(({ user }) => userId === undefined || user._id === userId))
    if (found) store.adopt(found)
  }
  return { ask }
}
