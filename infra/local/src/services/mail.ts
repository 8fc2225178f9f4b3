import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SMTPServer } from 'smtp-server'

export interface MailCatcher {
  url: string
  port: number
  /** Folder of the caught messages: one `<time>-<random>.eml` each, complete as soon as it has that name. */
  dir: string
  stop: () => Promise<void>
}

/** Accepts every message, on loopback unless told otherwise, delivers none, and keeps each as a file. */
export async function startMail({
  dir,
  port = 0,
  host = '127.0.0.1',
}: {
  dir: string
  port?: number
  host?: string
}): Promise<MailCatcher> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    // Clients keep their connections open for the next message.
    closeTimeout: 500,
    onData(message, _session, done) {
      keepMessage(dir, message).then(() => done(), done)
    },
  })
  const actualPort = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    const listener = server.listen(port, host, () => resolve((listener.address() as AddressInfo).port))
  })
  // A client that goes away in the middle is no reason to end the system.
  server.on('error', () => {})
  return {
    url: `smtp://127.0.0.1:${actualPort}`,
    port: actualPort,
    dir,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function keepMessage(dir: string, message: Readable): Promise<void> {
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
  const unfinished = join(dir, `.${name}`)
  await pipeline(message, createWriteStream(unfinished, { mode: 0o600 }))
  await rename(unfinished, join(dir, name))
}
