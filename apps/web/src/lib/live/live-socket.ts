import { type ClientMessage, longestMissMs, ServerMessage, sessionEndedCloseCode } from '@readroom/contracts/worklist/live'
import { parseJson } from '../api/request.ts'
import type { LiveStatus } from '../live-status.ts'

const subscribeDelayMs = 100
/** A page may have asked for its data this long before it began to connect. */
const askedBeforeMs = 1_000
/** A visible page pings often enough to report a lost connection within 5 seconds. A hidden page pings as rarely as specified. */
const heartbeatMs = { visible: 2_000, hidden: 30_000 }
/** A server that is silent for this long is shown as offline. Its late answer on the same connection is still accepted. */
const patienceMs = 2_500
/** A connection that is silent for this long is replaced. */
const giveUpMs = 10_000
/** The longest time for one attempt to connect. */
const connectMs = 4_000
const maxBackoffMs = { visible: 2_000, hidden: 30_000 }

const pace = () => (document.hidden ? 'hidden' : 'visible')

/** Returns the wait before the next attempt. Half of it is random, so that clients don't all reconnect to a restarted server at once. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(maxBackoffMs[pace()], 1000 * 2 ** attempt)
  return full / 2 + (random() * full) / 2
}

export type LiveSocketOptions = {
  /** Returns a fresh address with its ticket, for each attempt. */
  address: (signal: AbortSignal) => Promise<string>
  onMessage: (message: ServerMessage) => void
  onStatus: (status: LiveStatus) => void
  /**
   * Called when messages arrive after a break or a slow start, before the first of them. Earlier messages were missed. Also called for a message that
   * this page does not know.
   */
  onReconnected: () => void
  /** Called for a message that this page does not know, as from a newer server. */
  onUnknown: () => void
  onSessionEnded: () => void
}

/** Creates named timers. Starting one replaces the running timer of that name. */
function createTimers() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const stop = (name: string) => clearTimeout(timers.get(name))
  return {
    stop,
    start(name: string, ms: number, run: () => void) {
      stop(name)
      timers.set(name, setTimeout(run, ms))
    },
    stopAll() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

/** Opens a live connection and keeps it until `close` is called. Subscribes, pings and reconnects. */
export function openLiveSocket({ address, onMessage, onStatus, onReconnected, onUnknown, onSessionEnded }: LiveSocketOptions) {
  const timers = createTimers()
  const leaving = new AbortController()
  const beganAt = performance.now()
  let socket: WebSocket | null = null
  let trying = new AbortController()
  let attempt = 0
  /** True if a connection failed or fell silent since the last subscription, so that messages may have been missed. */
  let mayHaveMissed = false
  let answer: 'none' | 'due' | 'late' = 'none'

  const send = (message: ClientMessage) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  function drop(code?: number) {
    timers.stopAll()
    trying.abort()
    const dropped = socket
    socket = null
    dropped?.close(code)
  }
  function retry() {
    mayHaveMissed = true
    drop()
    if (leaving.signal.aborted) return
    onStatus('disconnected')
    timers.start('connect', backoffMs(attempt++), () => void connect())
  }

  /** Pings the server, and again at intervals as long as it answers. */
  function ping() {
    send({ type: 'ping' })
    if (answer === 'none') timers.start('silence', patienceMs, onLate)
    if (answer === 'none') answer = 'due'
    timers.start('ping', heartbeatMs[pace()], ping)
  }
  function onLate() {
    answer = 'late'
    mayHaveMissed = true
    onStatus('disconnected')
    timers.start('silence', giveUpMs - patienceMs, retry)
  }
  function onAlive() {
    timers.stop('silence')
    if (answer === 'late') onStatus('connected')
    answer = 'none'
  }

  /** Subscribes. What happened while the page connected for the first time is heard again. */
  function subscribe() {
    const missedMs = Math.ceil(performance.now() - beganAt) + askedBeforeMs
    if (missedMs > longestMissMs) mayHaveMissed = true
    send({ type: 'subscribe_to_studies', ...(!mayHaveMissed && { missedMs }) })
  }

  function onOpen() {
    attempt = 0
    answer = 'none'
    timers.stop('connect')
    onStatus('connected')
    timers.start('subscribe', subscribeDelayMs, subscribe)
    timers.start('ping', heartbeatMs[pace()], ping)
  }
  function onData(data: unknown) {
    onAlive()
    const message = ServerMessage.safeParse(parseJson(String(data)))
    if (!message.success) {
      onUnknown()
      return onReconnected()
    }
    if (message.data.type === 'subscribed_to_studies') {
      if (mayHaveMissed || message.data.mayHaveMissed) onReconnected()
      mayHaveMissed = false
    }
    onMessage(message.data)
  }
  function onClose(code: number) {
    socket = null
    if (code !== sessionEndedCloseCode) return retry()
    close()
    onSessionEnded()
  }

  async function connect() {
    drop()
    trying = new AbortController()
    const { signal } = trying
    timers.start('connect', connectMs, retry)
    const url = await address(signal).catch(() => null)
    if (signal.aborted) return
    if (!url) return retry()
    const next = new WebSocket(url)
    socket = next
    const ifCurrent =
      <T>(then: (event: T) => void) =>
      (event: T) => {
        if (socket === next) then(event)
      }
    next.onopen = ifCurrent(onOpen)
    next.onmessage = ifCurrent(({ data }) => onData(data))
    next.onclose = ifCurrent(({ code }) => onClose(code))
  }

  /** Pings or reconnects at once when the page is looked at again or the network is back. */
  function check() {
    if (socket?.readyState === WebSocket.OPEN && answer !== 'late') ping()
    else if (attempt > 0 || answer === 'late') void connect()
  }
  const { signal } = leaving
  window.addEventListener('online', check, { signal })
  window.addEventListener('focus', check, { signal })
  document.addEventListener('visibilitychange', check, { signal })
  window.addEventListener('offline', retry, { signal })

  function close() {
    leaving.abort()
    drop(1000)
    onStatus('connecting')
  }

  onStatus('connecting')
  void connect()
  return { close }
}
