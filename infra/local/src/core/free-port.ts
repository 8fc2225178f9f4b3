import getPort from 'get-port'

const ATTEMPTS = 3

/** Runs `start` on the given port, or on a free one; as another process may take a free port first, that is tried again. */
export async function onFreePort<T>(given: number | undefined, start: (port: number) => Promise<T>): Promise<T> {
  if (given !== undefined) return start(given)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await getPort({ host: '127.0.0.1' }))
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}
