import { AppError } from '@readroom/contracts/core/errors'
import { fhirEndpoints as endpoints } from '@readroom/contracts/fhir/fhir-resources'
import { createOrderByFhir } from '@readroom/domain/fhir/fhir-orders'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { type FhirCaller, mount } from '../../core/http/mount.ts'
import { requireOrderingClient } from '../access-token.ts'
import { fhirBase } from '../fhir-address.ts'
import { systemsOf } from './fhir-codes.ts'
import { readNewOrder } from './new-order.ts'
import { readTokens } from './search/search-token.ts'
import { sendResource } from './send-resource.ts'
import { searchServiceRequests } from './service-requests.ts'

/** Returns the identifier of `If-None-Exist`, the one condition that is known. Throws BAD_REQUEST for another. */
function conditionOf({ headers }: FastifyRequest): string | null {
  const condition = headers['if-none-exist']
  if (condition === undefined) return null
  const parameters = [...new URLSearchParams([condition].flat().join('&'))]
  const [[name, value] = []] = parameters
  if (parameters.length !== 1 || name !== 'identifier' || !value) throw new AppError('BAD_REQUEST')
  return value
}

/** Makes orders of ServiceRequests. */
export function createServiceRequestRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const base = fhirBase(config)
  const read = ({ labId }: FhirCaller, by: Parameters<typeof searchServiceRequests>[1]) =>
    searchServiceRequests({ db, labId, base }, by)

  mount(app, context, endpoints.createServiceRequest, async ({ request, body, reply }) => {
    const client = requireOrderingClient(request)
    const condition = conditionOf(request)
    if (condition !== null) {
      const [first, ...others] = await read(client, { identifiers: readTokens(condition), limit: 2 })
      if (others.length > 0) throw new AppError('SEVERAL_MATCHES')
      if (first?.resource) return sendResource(reply, first.resource)
    }
    const command = await readNewOrder(db, client.labId, body, systemsOf(base, client.labId))
    const { orderId, isChanged } = await db.transaction((tx) => createOrderByFhir(tx, client, command))
    const [made] = await read(client, { ids: [orderId], limit: 1 })
    if (!made?.resource) throw new AppError('RESOURCE_NOT_FOUND')
    if (isChanged) reply.code(201).header('location', `${base}/ServiceRequest/${orderId}`)
    return sendResource(reply, made.resource)
  })
}
