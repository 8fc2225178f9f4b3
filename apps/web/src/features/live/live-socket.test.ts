import { sessionEndedCloseCode } from '@readroom/contracts/live'
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
  close(code: number) {
    this.closedWith = code
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.opened = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function setUp() {
  const heard = { messages: [] as unknown[], status: [] as string[], reconnected: 0, ended: 0 }
  const live = openLiveSocket({
    address: async () => `ws://readroom.test/ws/admin?token=${FakeSocket.opened.length}`,
    onMessage: (message) => heard.messages.push(message),
    onStatus: (status) => heard.status.push(status),
    onReconnected: () => heard.reconnected++,
    onSessionEnded: () => heard.ended++,
  })
  await vi.advanceTimersByTimeAsync(0)
  return { live, heard, socket: () => FakeSocket.opened.at(-1) }
}

test('subscribes 100 ms after it opened and pings every 30 seconds', async () => {
  const { socket } = await setUp()
  socket()?.onopen?.()
  await vi.advanceTimersByTimeAsync(99)
  expect(socket()?.sent).toEqual([])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(socket()?.sent).toEqual([{ type: 'subscribe_to_studies' }, { type: 'ping' }, { type: 'ping' }])
})

test('passes on what the contract knows and nothing else', async () => {
  const { socket, heard } = await setUp()
  socket()?.onmessage?.({ data: '{"type":"pong"}' })
  socket()?.onmessage?.({ data: '{"type":"surprise"}' })
  socket()?.onmessage?.({ data: 'no json' })
  expect(heard.messages).toEqual([{ type: 'pong' }])
})

test('connects again with a fresh ticket, and says that something may be missed', async () => {
  const { socket, heard } = await setUp()
  socket()?.onopen?.()
  socket()?.onclose?.({ code: 1006 })
  expect(heard.status.at(-1)).toBe('disconnected')
  await vi.advanceTimersByTimeAsync(1000)
  expect(FakeSocket.opened.map(({ url }) => url.slice(-1))).toEqual(['0', '1'])
  socket()?.onopen?.()
  expect(heard).toMatchObject({ reconnected: 1, ended: 0 })
})

test('an ended session is not tried again', async () => {
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

test('waits grow to half a minute, half of them by chance', () => {
  expect([backoffMs(0, () => 0), backoffMs(0, () => 1), backoffMs(3, () => 1), backoffMs(20, () => 1)]).toEqual([
    500, 1000, 8000, 30_000,
  ])
})
