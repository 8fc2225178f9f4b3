import { z } from 'zod'
import { parseJson } from '../api/request.ts'
import type { SessionStore } from './session.ts'

/** What a token says of itself. It is no secret: nobody can make a token of it. */
const Claims = z.object({ sid: z.string(), jti: z.string() })
type Claims = z.infer<typeof Claims>

function claimsOf(token: string | undefined): Claims | null {
  const payload = token?.split('.')[1]
  if (!payload) return null
  try {
    return Claims.safeParse(parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))).data ?? null
  } catch {
    return null
  }
}

export type TabChannel = { say: (claims: unknown) => void; onHeard: (listener: (claims: unknown) => void) => void }

/** The tabs of this browser. */
export function openTabChannel(): TabChannel {
  const channel = new BroadcastChannel('readroom-session')
  return {
    say: (claims) => channel.postMessage(claims),
    onHeard: (listener) => channel.addEventListener('message', ({ data }) => listener(data)),
  }
}

/**
 * A tab that was duplicated has the same session, and the token before a renewal is good for one more minute: whoever renews says so,
 * and the others fetch the new token for themselves. The token does not leave its tab.
 */
export function followOtherTabs(store: SessionStore, refresh: () => Promise<void>, channel: TabChannel) {
  let known = claimsOf(store.peek()?.token)
  store.subscribe(() => {
    const claims = claimsOf(store.peek()?.token)
    if (claims && claims.jti !== known?.jti) channel.say(claims)
    known = claims
  })
  channel.onHeard((claims) => {
    const said = Claims.safeParse(claims).data
    const own = claimsOf(store.peek()?.token)
    if (said && own && said.sid === own.sid && said.jti !== own.jti) void refresh()
  })
}
