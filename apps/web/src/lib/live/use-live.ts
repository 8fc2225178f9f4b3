import { authEndpoints } from '@readroom/contracts/access/auth'
import type { ServerMessage } from '@readroom/contracts/worklist/live'
import { useEffect, useEffectEvent } from 'react'
import { api } from '../api/api.ts'
import { setLiveStatus } from '../live-status.ts'
import { lookForNewVersion } from '../new-version.ts'
import { sessionOver, sessionStore, useSessionCount, useUser } from '../session/session.ts'
import { createEscalationNotices } from './escalation-notices.ts'
import { openLiveSocket } from './live-socket.ts'

/** Returns the user's live address, with a ticket in place of the token. */
async function liveAddress(signal: AbortSignal): Promise<string> {
  const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'ws' } }, { background: true, signal })
  const address = new URL(url, window.location.href)
  address.protocol = window.location.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

/** Asks the server why it ended the session. Without an answer, ends the session without a reason. */
async function learnTheEnd() {
  const token = sessionStore.peek()?.token
  await api.refreshNow()
  if (token && sessionStore.peek()?.token === token) sessionStore.clear({ reason: sessionOver })
}

type Handlers = { onMessage: (message: ServerMessage) => void; onReconnected: () => void }

/** Keeps the page's live connection, and shows notices about deadlines, while the page is shown and its user is signed in. */
export function useLive({ onMessage, onReconnected }: Handlers) {
  const message = useEffectEvent(onMessage)
  const reconnected = useEffectEvent(onReconnected)
  const sessionCount = useSessionCount()
  const { role } = useUser()
  useEffect(() => {
    const escalations = createEscalationNotices(role)
    const socket = openLiveSocket({
      address: liveAddress,
      onMessage: (received) => {
        escalations.hear(received)
        message(received)
      },
      onReconnected: () => reconnected(),
      onStatus: setLiveStatus,
      onUnknown: () => void lookForNewVersion(),
      onSessionEnded: () => void learnTheEnd(),
    })
    return () => {
      socket.close()
      escalations.stop()
    }
  }, [sessionCount, role])
}
