import { once } from 'node:events'
import { authEndpoints } from '@readroom/contracts/access/auth'
import { restartCloseCode } from '@readroom/contracts/worklist/live'
import type { ApiSession } from '@readroom/demo/api-client'
import { WebSocket } from 'ws'
import { patiently } from './patiently.ts'

export type OpenPage = {
  /** Returns the number of times that it was told to connect again. */
  moves: () => number
  /** Closes it. Throws if a connection was refused, or ended otherwise than with the code that says to connect again. */
  close: () => Promise<void>
}

/** The live connection of a page that stays open, and connects again when it is told to. */
export async function openPage(url: string, session: ApiSession): Promise<OpenPage> {
  let moves = 0
  let isLeaving = false

  async function connect(): Promise<WebSocket> {
    const { answer } = await patiently(() => session.call(authEndpoints.createTicket, { body: { purpose: 'ws' } }))
    const socket = new WebSocket(new URL(answer.url, url.replace('http', 'ws')))
    await once(socket, 'open')
    return socket
  }

  let socket = await connect()
  async function stay(): Promise<void> {
    for (;;) {
      const [code] = await once(socket, 'close')
      if (isLeaving) return
      if (code !== restartCloseCode) throw new Error(`a live connection ended with ${code}`)
      moves += 1
      socket = await connect()
      if (isLeaving) socket.close()
    }
  }
  const staying = stay()
  // Heard of in `close`.
  staying.catch(() => {})

  return {
    moves: () => moves,
    async close() {
      isLeaving = true
      socket.close()
      await staying
    },
  }
}
