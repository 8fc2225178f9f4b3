import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createPortFront, type FrontLimits } from './port-front.ts'

const usual: FrontLimits = { slots: 3, slotsPerAddress: 3, firstBytesMs: 30_000, idleMs: 30_000, givesWayMs: 0 }

const untilClosed = async (socket: Socket) => {
  if (!socket.closed) await once(socket, 'close')
}

/** Opens a port that reads what comes. `busy`: the connections that have sent "busy". */
async function openPort(limits: Partial<FrontLimits> = {}) {
  const refused: string[] = []
  const busy = new Set<Socket>()
  const front = createPortFront({ limits: { ...usual, ...limits }, onRefused: (_address, reason) => refused.push(reason) })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (!front.admit(socket, { isBusy: () => busy.has(socket) })) return
    socket.on('data', (bytes) => {
      if (String(bytes) === 'busy') busy.add(socket)
      socket.write('read')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clients: Socket[] = []
  onTestFinished(() => {
    front.stop()
    for (const client of clients) client.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  /** Connects and sends a text. Waits until the server has read it, or admitted the connection without one. */
  async function open(text = ''): Promise<Socket> {
    const admitted = once(server, 'connection')
    const client = connect(port, '127.0.0.1').on('error', () => {})
    clients.push(client)
    if (text !== '') client.write(text)
    client.resume()
    await (text === '' ? admitted : Promise.race([once(client, 'data'), once(client, 'close')]))
    return client
  }
  return { open, refused }
}

test('a connection without a first byte ends, also if others speak', async () => {
  const { open, refused } = await openPort({ firstBytesMs: 100 })
  const speaking = await open('hello')
  const silent = await open()
  await untilClosed(silent)
  expect([refused, speaking.closed]).toEqual([['silent'], false])
})

test('a connection that falls silent ends after its time', async () => {
  const { open, refused } = await openPort({ idleMs: 200 })
  await untilClosed(await open('hello'))
  expect(refused).toEqual(['silent'])
})

test('the connection that was silent longest gives way, one without a byte first', async () => {
  const { open, refused } = await openPort()
  const [first, silent, second] = [await open('one'), await open(), await open('two')]
  const third = await open('three')
  await untilClosed(silent)
  await open('four')
  await untilClosed(first)
  expect([refused, second.closed, third.closed]).toEqual([['gave way', 'gave way'], false, false])
})

test('a connection with a message in hand never gives way', async () => {
  const { open, refused } = await openPort({ slots: 2 })
  const busy = [await open('busy'), await open('busy')]
  const late = await open('late')
  expect([refused, late.closed, ...busy.map(({ closed }) => closed)]).toEqual([['port full'], true, false, false])
})

test('an address has a part of the slots', async () => {
  const { open, refused } = await openPort({ slotsPerAddress: 1, givesWayMs: 60_000 })
  const first = await open('one')
  const second = await open('two')
  expect([refused, first.closed, second.closed]).toEqual([['address full'], false, true])
})

test('a connection without a byte gives way at once, whether its address or the port is full', async () => {
  for (const limits of [{ slotsPerAddress: 1 }, { slots: 1 }]) {
    const { open, refused } = await openPort({ ...limits, givesWayMs: 60_000 })
    const silent = await open()
    const speaking = await open('hello')
    await untilClosed(silent)
    expect([refused, speaking.closed]).toEqual([['gave way'], false])
  }
})
