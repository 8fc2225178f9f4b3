import { type ClientMessage, ServerMessage, sessionEndedCloseCode } from '@readroom/contracts/live'
import { parseJson } from '../../lib/api/request.ts'
import type { LiveStatus } from '../../lib/live-status.ts'

const subscribeDelayMs = 100
/** A page that is looked at asks often, so that a cut is said within 5 seconds; a hidden one as rarely as is specified. */
const heartbeatMs = { visible: 2_000, hidden: 30_000 }
/** A server that answers nothing for so long is called offline; its answer may still come, to the same connection. */
const patienceMs = 2_500
/** After this silence the connection is given up for a new one. */
const giveUpMs = 10_000
/** How long one try to connect may take. */
const connectMs = 4_000
const maxBackoffMs = { visible: 2_000, hidden: 30_000 }

const pace = () => (document.hidden ? 'hidden' : 'visible')

/** Half of it is chance, so that a restarted server is not met by everybody at once. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(maxBackoffMs[pace()], 1000 * 2 ** attempt)
  return full / 2 + (random() * full) / 2
}

export type LiveSocketOptions = {
  /** A fresh address with its ticket, for each attempt. */
  address: (signal: AbortSignal) => Promise<string>
  onMessage: (message: ServerMessage) => void
  onStatus: (status: LiveStatus) => void
  /** Hears again after a break: what was sent meanwhile is missed. Comes before the message that says so. */
  onReconnected: () => void
  onSessionEnded: () => void
}

/** Timers of which each name runs once at a time. */
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

/** Keeps one live connection open until `close` is called: subscribes, asks whether the server is there, connects again. */
export function openLiveSocket({ address, onMessage, onStatus, onReconnected, onSessionEnded }: LiveSocketOptions) {
  const timers = createTimers()
  const leaving = new AbortController()
  let socket: WebSocket | null = null
  let trying = new AbortController()
  let attempt = 0
  /** A connection failed or fell silent since the last subscription: what was sent meanwhile was not heard. */
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

  /** Asks for a sign of life, and goes on asking while they come. */
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

  function onOpen() {
    attempt = 0
    answer = 'none'
    timers.stop('connect')
    onStatus('connected')
    timers.start('subscribe', subscribeDelayMs, () => send({ type: 'subscribe_to_studies' }))
    timers.start('ping', heartbeatMs[pace()], ping)
  }
  function onData(data: unknown) {
    onAlive()
    const message = ServerMessage.safeParse(parseJson(String(data)))
    if (!message.success) return
    if (message.data.type === 'subscribed_to_studies') {
      if (mayHaveMissed) onReconnected()
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

  /** The page is looked at again, or the network is back: no waiting for the next turn. */
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
