import type { Database } from '@readroom/db/core/client'

export type Listener = {
  /** Resolves when something was notified since the last wait, or when `signal` is aborted. */
  wait: (signal: AbortSignal) => Promise<void>
  /** Connects unless connected. While PostgreSQL is away this rejects and waits only end by their signal. */
  listen: () => Promise<void>
  close: () => void
}

/** Hears PostgreSQL's notifications of a channel, on a connection of its own. */
export function createListener(pool: Database['pool'], channel: string): Listener {
  let connected = false
  let pending = true
  let waiting = () => {}
  let close = () => {}

  const hear = () => {
    pending = true
    waiting()
  }

  async function listen(): Promise<void> {
    if (connected) return
    const client = await pool.connect()
    connected = true
    const end = () => {
      if (connected) client.release(true)
      connected = false
    }
    close = end
    client.on('error', end)
    client.on('notification', hear)
    await client.query(`listen ${channel}`).catch((error: unknown) => {
      end()
      throw error
    })
    hear()
  }

  function wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      waiting = () => {
        pending = false
        resolve()
      }
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (pending) waiting()
    })
  }

  return { wait, listen, close: () => close() }
}
