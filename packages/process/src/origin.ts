import { AsyncLocalStorage } from 'node:async_hooks'
import { context, propagation } from '@opentelemetry/api'

type Origin = { requestId?: string | undefined; traceparent?: string | undefined }

const requests = new AsyncLocalStorage<string>()

/** Does `work` on behalf of a request, also whatever it goes on to do. */
export const onBehalfOf = <T>(requestId: string, work: () => T): T => requests.run(requestId, work)

/** On whose behalf this is done, and if in a trace; null for what the system does by itself. */
export function currentOrigin(): Origin | null {
  const requestId = requests.getStore()
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  const { traceparent } = carrier
  if (requestId === undefined && traceparent === undefined) return null
  return { ...(requestId !== undefined && { requestId }), ...(traceparent !== undefined && { traceparent }) }
}
