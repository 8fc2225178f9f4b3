import { createServer, type ServerResponse } from 'node:http'

export type ProbeServer = { port: number; close: () => Promise<void> }

type Probes = {
  host: string
  /** 0: any that is free. */
  port: number
  /** Returns whether the program works, with details. */
  health: () => Promise<{ isHealthy: boolean; details: object }>
  /** Everything that is measured, as Prometheus reads it. */
  metrics: { contentType: string; metrics: () => Promise<string> }
  /** Looks up, before each answer, what is not counted as it happens. */
  refresh?: () => Promise<void>
}

/** For those who watch a program, on a port of its own that users never reach: `GET /healthz` and `GET /metrics`. Resolves when it listens. */
export async function startProbeServer({ host, port, health, metrics, refresh = async () => {} }: Probes): Promise<ProbeServer> {
  const answers: Record<string, (response: ServerResponse) => Promise<unknown>> = {
    '/healthz': async (response) => {
      const { isHealthy, details } = await health()
      response.writeHead(isHealthy ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(details))
    },
    '/metrics': async (response) => {
      await refresh()
      const text = await metrics.metrics()
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    },
  }
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url?.split('?')[0] ?? ''] : undefined
    if (!answer) return void response.writeHead(404).end()
    answer(response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
