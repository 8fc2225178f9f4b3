import { once } from 'node:events'
import { createServer } from 'node:https'
import type { WebhookDestination } from '@readroom/contracts/reports/results'
import { onTestFinished } from 'vitest'
import { certify } from './certificates.fixture.ts'

/** A receiver of a webhook's messages that ends with the test. It keeps what it receives, and can answer with another status later. */
export async function startWebhook({
  status = 204,
  changes = {},
}: {
  status?: number
  changes?: Partial<WebhookDestination>
} = {}) {
  const identity = certify()
  const requests: { headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  let answered = status
  const server = createServer(identity, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answered, { location: 'https://127.0.0.1:1/' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const settings: WebhookDestination = {
    kind: 'webhook',
    url: `https://127.0.0.1:${port}/hook`,
    withPatient: false,
    allowsPrivate: true,
    certificates: identity.cert,
    events: ['reports'],
    ...changes,
  }
  return {
    settings,
    requests,
    answerWith: (next: number) => {
      answered = next
    },
  }
}
