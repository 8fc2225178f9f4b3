import { fhirClientEndpoints as endpoints, type FhirClient } from '@readroom/contracts/fhir/fhir-clients'
import { listFhirClients } from '@readroom/db/fhir/fhir-clients'
import { changeFhirClient, createFhirClient, removeFhirClient } from '@readroom/domain/fhir/fhir-clients'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'
import { fhirBase } from '../fhir-address.ts'

type Listed = Awaited<ReturnType<typeof listFhirClients>>[number]

const toClient = ({ client, labName }: Listed): FhirClient => ({
  _id: client.id,
  labId: client.labId,
  labName,
  name: client.name,
  keyIds: client.jwks.keys.map(({ kid }) => kid),
  isActive: client.isActive,
  lastUsedAt: client.lastUsedAt?.toISOString() ?? null,
  createdAt: client.createdAt.toISOString(),
})

export function fhirClientRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context

  mount(app, context, endpoints.list, async () => {
    const clients = (await listFhirClients(db)).map(toClient)
    return { clients, baseUrl: fhirBase(config) }
  })
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => {
    const _id = await createFhirClient(tx, actor, body)
    return { message: 'FHIR client registered', _id }
  })
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeFhirClient(tx, actor, { ...params, ...body }))
    return { message: body.isActive ? 'FHIR client activated' : 'FHIR client deactivated' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeFhirClient(tx, actor, params.clientId))
    return { message: 'FHIR client deleted' }
  })
}
