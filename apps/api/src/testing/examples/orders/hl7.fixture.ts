import { randomInt, randomUUID } from 'node:crypto'
import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { hl7Messages } from '@readroom/db/orders/hl7.schema'
import { createHl7Connection } from '@readroom/domain/orders/hl7-connections'
import { omiOrder } from '@readroom/hl7/testing/samples'
import { call, type Examples, get, type Scene, traced } from '../example.fixture.ts'

const root = '/api/admin/hl7-connections'

/** Returns a connection with a name and port of its own. */
const newConnection = (labId: string) => ({
  labId,
  name: `Connection ${randomUUID()}`,
  port: randomInt(1_024, 65_535),
  clientCertificates: null,
  allowedAddresses: ['192.0.2.0/24'],
  sendingFacility: null,
  charset: '8859/1' as const,
  mapping: Hl7Mapping.parse({}),
  isEnabled: true,
  keepDays: 90,
})

const makeConnection = async ({ api, cast }: Scene): Promise<string> =>
  api.db.transaction((tx) => createHl7Connection(tx, cast.admin, newConnection(cast.labA.id)))

async function makeMessage(scene: Scene): Promise<string> {
  const connectionId = await makeConnection(scene)
  const name = { sendingApplication: 'ORDERS', sendingFacility: 'NORTH', controlId: '1', hash: randomUUID(), type: 'OMI^O23' }
  const [row] = await scene.api.db
    .insert(hl7Messages)
    .values({ connectionId, ...name, state: 'applied', answers: [], raw: Buffer.from(omiOrder) })
    .returning()
  return row?.id ?? ''
}

export const hl7Examples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit hl7_connection.created'] }, async ({ cast }) => ({
    method: 'POST',
    url: root,
    payload: newConnection(cast.labA.id),
  })),
  [`PUT ${root}/:connectionId`]: traced('ADMIN', { leaves: ['audit hl7_connection.changed'] }, async (scene) => {
    const { labId: _labId, ...fields } = newConnection(scene.cast.labA.id)
    return { method: 'PUT', url: `${root}/${await makeConnection(scene)}`, payload: { ...fields, version: 1 } }
  }),
  [`POST ${root}/:connectionId/test-order`]: traced(
    'ADMIN',
    { leaves: ['audit hl7_connection.tested', 'job test-order.receive'] },
    async (scene) => ({
      method: 'POST',
      url: `${root}/${await makeConnection(scene)}/test-order`,
    }),
  ),
  [`GET ${root}/:connectionId/messages`]: call('ADMIN', async (scene) => ({
    method: 'GET',
    url: `${root}/${await makeConnection(scene)}/messages`,
  })),
  [`GET ${root}/:connectionId/activity`]: call('ADMIN', async (scene) => ({
    method: 'GET',
    url: `${root}/${await makeConnection(scene)}/activity`,
  })),
  'GET /api/admin/hl7-messages/:messageId': traced('ADMIN', { leaves: ['audit hl7_message.opened'] }, async (scene) => ({
    method: 'GET',
    url: `/api/admin/hl7-messages/${await makeMessage(scene)}`,
  })),
  'POST /api/admin/hl7-preview': traced('ADMIN', { leaves: [], unaudited: 'reads a message that is not stored' }, async () => ({
    method: 'POST',
    url: '/api/admin/hl7-preview',
    payload: { text: omiOrder, charset: '8859/1', mapping: {}, sendingFacility: null },
  })),
}
