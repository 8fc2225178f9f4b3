import { authEndpoints } from '@readroom/contracts/access/auth'
import { studyEndpoints, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { ApiSession } from '@readroom/demo/api-client'
import { WebSocket } from 'undici'

export type Seen = (row: WorklistRow) => void

/** Acts as an open worklist page: hears that something changed, and asks for its rows. */
export async function openPage(api: ApiSession, origin: string, seen: Seen): Promise<() => Promise<void>> {
  const { url } = await api.call(authEndpoints.createTicket, { body: { purpose: 'ws' } })
  const socket = new WebSocket(new URL(url, origin.replace('http', 'ws')))
  let asked = Promise.resolve()
  socket.onmessage = () => {
    asked = asked.then(async () => {
      const { data } = await api.call(studyEndpoints.adminAll, { query: { limit: '100' } })
      for (const row of data) seen(row)
    })
  }
  await new Promise((resolve) => {
    socket.onopen = resolve
  })
  socket.send(JSON.stringify({ type: 'subscribe_to_studies' }))
  return async () => {
    socket.onmessage = null
    socket.close(1000)
    await asked
  }
}
