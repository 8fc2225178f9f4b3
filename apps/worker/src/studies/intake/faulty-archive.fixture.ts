import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOrthanc } from '@readroom/orthanc/client'

type Fault = 'hangs' | 'resets'

/** Stands before an archive and never answers, or breaks off, if a path names what is at fault. */
export async function openFaultyArchive(archive: { url: string; username: string; password: string }, timeoutMs: number) {
  const faults = new Map<string, Fault>()
  const server = createServer((asked, answer) => {
    const fault = [...faults].find(([id]) => asked.url?.includes(id))?.[1]
    if (fault === 'hangs') return
    if (fault === 'resets') return void asked.socket.destroy()
    const passedOn = request(archive.url + asked.url, { method: asked.method, headers: asked.headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(answer)
    })
    asked.pipe(passedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const orthanc = createOrthanc({ ...archive, url: `http://127.0.0.1:${port}` }, { answerMs: timeoutMs, silenceMs: timeoutMs })

  async function close(): Promise<void> {
    await orthanc.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { orthanc, faults, close }
}
