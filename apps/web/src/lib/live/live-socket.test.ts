import { restartCloseCode, sessionEndedCloseCode } from '@readroom/contracts/worklist/live'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backoffMs, openLiveSocket } from './live-socket.ts'

/** The browser's socket, driven by the test. */
class FakeSocket {
  static readonly OPEN = 1
  static opened: FakeSocket[] = []
  readyState = 1
  sent: unknown[] = []
  closedWith: number | undefined
  onopen: (() => void) | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number }) => void) | undefined
  readonly url: string

  constructor(url: string) {
    this.url = url
    FakeSocket.opened.push(this)
  }
  send(data: string) {
    this.sent.push(JSON.parse(data))
  }
  close(code?: number) {
    this.closedWith = code
    this.readyState = 3
  }
  /** Receives a message from the server, by default the answer to a ping. */
  hear(data = '{"type":"pong"}') {
    this.onmessage?.({ data })
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.opened = []
})
afterEach(() => {
  for (const live of open.splice(0)) live.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open: { close: () => void }[] = []

async function setUp() {
  const heard = { messages: [] as unknown[], status: [] as string[], reconnected: 0, unknown: 0, ended: 0 }
  const live = openLiveSocket({
    address: async () => `ws://readroom.test/ws/admin?token=${FakeSocket.opened.length}`,
    onMessage: (message) => heard.messages.push(message),
    onStatus: (status) => heard.status.push(status),
    onReconnected: () => heard.reconnected++,
    onUnknown: () => heard.unknown++,
    onSessionEnded: () => heard.ended++,
  })
  open.push(live)
  await vi.advanceTimersByTimeAsync(0)
  return { live, heard, socket: () => FakeSocket.opened.at(-1) }
}

/** Lets time pass while the server answers each ping at once. */
async function answered(socket: FakeSocket | undefined, ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    const before = socket?.sent.length ?? 0
    await vi.advanceTimersByTimeAsync(100)
    if ((socket?.sent.length ?? 0) > before) socket?.hear()
  }
}
const subscribed = '{"type":"subscribed_to_studies"}'
const pings = (socket: FakeSocket | undefined) =>
  socket?.sent.filter((message) => JSON.stringify(message) === '{"type":"ping"}').length

function hide(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('subscribes 100 ms after opening, then pings every 2 seconds while visible and every 30 while hidden', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  await vi.advanceTimersByTimeAsync(99)
  expect(socket()?.sent).toEqual([])
  await answered(socket(), 10_000)
  expect(socket()?.sent[0]).toEqual({ type: 'subscribe_to_studies', missedMs: 1_100 })
  expect(pings(socket())).toBe(5)
  hide(true)
  socket()?.hear()
  await answered(socket(), 90_000)
  expect(pings(socket())).toBe(9)
  expect(heard.status).toEqual(['connecting', 'connected'])
})

test('a silent server is offline within 5 seconds, and live again with its late answer on the same connection', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  await vi.advanceTimersByTimeAsync(4_600)
  expect(heard.status.at(-1)).toBe('disconnected')
  socket()?.hear()
  expect(heard.status.at(-1)).toBe('connected')
  expect(FakeSocket.opened).toHaveLength(1)
})

test('replaces a silent connection', async () => {
  const { socket, heard } = await setUp()
  const dead = socket()
  dead?.onopen?.()
  await vi.advanceTimersByTimeAsync(16_000)
  expect(FakeSocket.opened.length).toBeGreaterThan(1)
  socket()?.onopen?.()
  dead?.onclose?.({ code: 1006 })
  dead?.hear('{"type":"worklist_changed","studyId":"01890000-0000-7000-8000-000000000001"}')
  expect(heard.status.at(-1)).toBe('connected')
  expect(heard.messages).toEqual([])
})

test('offline at once without a network, and connected again when it is back', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  window.dispatchEvent(new Event('offline'))
  expect(heard.status.at(-1)).toBe('disconnected')
  const tries = FakeSocket.opened.length
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeSocket.opened).toHaveLength(tries + 1)
  socket()?.onopen?.()
  expect(heard.status.at(-1)).toBe('connected')
})

test('a hanging attempt is followed by another, and only one of them counts', async () => {
  const { socket, heard } = await setUp()
  await vi.advanceTimersByTimeAsync(5_100)
  expect(FakeSocket.opened).toHaveLength(2)
  FakeSocket.opened[0]?.onopen?.()
  expect(heard.status).not.toContain('connected')
  socket()?.onopen?.()
  expect(heard.status.at(-1)).toBe('connected')
})

test('pings at once when the user returns to the page', async () => {
  const { socket } = await setUp()
  socket()?.onopen?.()
  hide(true)
  socket()?.hear()
  const before = pings(socket()) ?? 0
  hide(false)
  expect(pings(socket())).toBe(before + 1)
})

test('passes on only messages that the contract knows', async () => {
  const { socket, heard } = await setUp()
  socket()?.onmessage?.({ data: '{"type":"pong"}' })
  socket()?.onmessage?.({ data: '{"type":"surprise"}' })
  socket()?.onmessage?.({ data: 'no json' })
  expect(heard.messages).toEqual([{ type: 'pong' }])
})

test.each([1006, restartCloseCode])(
  'after %i connects again with a fresh ticket, and reports possibly missed messages once it hears again',
  async (code) => {
    const { socket, heard } = await setUp()
    socket()?.onopen?.()
    socket()?.hear(subscribed)
    socket()?.onclose?.({ code })
    expect(heard.status.at(-1)).toBe('disconnected')
    await vi.advanceTimersByTimeAsync(1000)
    expect(FakeSocket.opened.map(({ url }) => url.slice(-1))).toEqual(['0', '1'])
    socket()?.onopen?.()
    expect(heard.reconnected).toBe(0)
    socket()?.hear(subscribed)
    expect(heard).toMatchObject({ reconnected: 1, ended: 0 })
  },
)

test('asks again for what happened while it connected, and after a slow start for everything', async () => {
  const first = await setUp()
  await vi.advanceTimersByTimeAsync(3_000)
  first.socket()?.onopen?.()
  await vi.advanceTimersByTimeAsync(100)
  first.socket()?.hear(subscribed)
  expect(first.socket()?.sent).toEqual([{ type: 'subscribe_to_studies', missedMs: 4_100 }])
  expect(first.heard.reconnected).toBe(0)

  const slow = await setUp()
  await vi.advanceTimersByTimeAsync(12_000)
  slow.socket()?.onopen?.()
  await vi.advanceTimersByTimeAsync(100)
  slow.socket()?.hear(subscribed)
  expect(slow.socket()?.sent).toEqual([{ type: 'subscribe_to_studies' }])
  expect(slow.heard.reconnected).toBe(1)
})

test('asks for everything again whenever the server says that events were lost', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  await vi.advanceTimersByTimeAsync(100)
  const lost = '{"type":"subscribed_to_studies","mayHaveMissed":true}'
  socket()?.hear(lost)
  expect(heard.reconnected).toBe(1)
  socket()?.hear(lost)
  expect(heard.reconnected).toBe(2)
})

test('reports possibly missed messages after a connection that broke before it was subscribed', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  socket()?.onclose?.({ code: 1006 })
  await vi.advanceTimersByTimeAsync(1000)
  socket()?.onopen?.()
  socket()?.hear(subscribed)
  expect(heard.reconnected).toBe(1)
})

test('asks for everything again after a message of a newer server', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  socket()?.hear('{"type":"study_chaperone_changed","studyId":"1"}')
  expect(heard).toMatchObject({ messages: [], unknown: 1, reconnected: 1 })
})

test("doesn't reconnect after the session has ended", async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  socket()?.onclose?.({ code: sessionEndedCloseCode })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(heard.ended).toBe(1)
  expect(FakeSocket.opened).toHaveLength(1)
})

test('leaving the page closes with 1000 and stays closed', async () => {
  const { live, socket } = await setUp()
  socket()?.onopen?.()
  live.close()
  expect(socket()?.closedWith).toBe(1000)
  socket()?.onclose?.({ code: 1000 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(FakeSocket.opened).toHaveLength(1)
})

test('waits grow to 2 seconds while visible and to 30 while hidden, and half of each is random', () => {
  const waits = () => [backoffMs(0, () => 0), backoffMs(0, () => 1), backoffMs(3, () => 1), backoffMs(20, () => 1)]
  expect(waits()).toEqual([500, 1000, 2000, 2000])
  hide(true)
  expect(waits()).toEqual([500, 1000, 8000, 30_000])
})
