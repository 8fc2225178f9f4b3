import { type ClientMessage, ServerMessage, sessionEndedCloseCode } from '@readroom/contracts/live'
import { parseJson } from '../../lib/api/request.ts'
import type { LiveStatus } from '../../lib/live-status.ts'

const subscribeDelayMs = 100
const heartbeatMs = 30_000
const maxBackoffMs = 30_000

/** Half of it is chance, so that a restarted server is not met by everybody at once. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(maxBackoffMs, 1000 * 2 ** attempt)
  return full / 2 + (random() * full) / 2
}

export type LiveSocketOptions = {
  /** A fresh address with its ticket, for each attempt. */
  address: () => Promise<string>
  onMessage: (message: ServerMessage) => void
  onStatus: (status: LiveStatus) => void
  /** Connected again after a break: what was sent meanwhile is missed. */
  onReconnected: () => void
  onSessionEnded: () => void
}

/** Keeps one live connection open until `close` is called: subscribes, sends heartbeats, connects again. */
export function openLiveSocket({ address, onMessage, onStatus, onReconnected, onSessionEnded }: LiveSocketOptions) {
  let socket: WebSocket | null = null
  let timers: ReturnType<typeof setTimeout>[] = []
  let attempt = 0
  let wasConnected = false
  let closed = false

  const send = (message: ClientMessage) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  function stopTimers() {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }
  function retry() {
    stopTimers()
    if (closed) return
    onStatus('disconnected')
    timers.push(setTimeout(() => void connect(), backoffMs(attempt++)))
  }

  function onOpen() {
    attempt = 0
    onStatus('connected')
    timers.push(setTimeout(() => send({ type: 'subscribe_to_studies' }), subscribeDelayMs))
    timers.push(setInterval(() => send({ type: 'ping' }), heartbeatMs))
    if (wasConnected) onReconnected()
    wasConnected = true
  }
  function onData(data: unknown) {
    const message = ServerMessage.safeParse(parseJson(String(data)))
    if (message.success) onMessage(message.data)
  }
  function onClose(code: number) {
    stopTimers()
    if (closed) return
    if (code !== sessionEndedCloseCode) return retry()
    closed = true
    onStatus('disconnected')
    onSessionEnded()
  }

  async function connect() {
    onStatus('connecting')
    const url = await address().catch(() => null)
    if (closed) return
    if (!url) return retry()
    const next = new WebSocket(url)
    socket = next
    next.onopen = onOpen
    next.onmessage = ({ data }) => onData(data)
    next.onclose = ({ code }) => {
      if (socket === next) onClose(code)
    }
  }
  void connect()

  return {
    close() {
      closed = true
      stopTimers()
      onStatus('disconnected')
      socket?.close(1000)
    },
  }
}
