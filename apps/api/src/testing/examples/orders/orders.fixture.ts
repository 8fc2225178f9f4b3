import { randomUUID } from 'node:crypto'
import type { OrderFields } from '@readroom/contracts/orders/orders'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { accountAsSender } from '@readroom/domain/patients/matching/order-sender'
import { call, type Examples, type Outcome, type Scene, type Target, traced } from '../example.fixture.ts'

const noOrder: { hidden: Outcome } = { hidden: { status: 404, code: 'ORDER_NOT_FOUND' } }

/** Makes an order of laboratory A. Returns its path. For the missing study, the path of an order that does not exist. */
async function makeOrder({ api, cast, missing }: Scene, study: Target, fields: OrderFields = {}): Promise<string> {
  if (study === missing) return `/api/orders/${randomUUID()}`
  const command = { control: 'new' as const, placer: { number: randomUUID(), authority: null }, ...fields }
  const { orderId } = await api.db.transaction((tx) => receiveOrder(tx, accountAsSender(cast.admin, cast.labA.id), command))
  return `/api/orders/${orderId}`
}

/** Makes an order that names the study, and so has it. */
const makeMatched = (scene: Scene, study: Target) => makeOrder(scene, study, { studyInstanceUid: study.studyInstanceUid })

export const orderExamples: Examples = {
  'GET /api/orders': call('STAFF', async (scene, study) => {
    await makeMatched(scene, study)
    return { method: 'GET', url: '/api/orders' }
  }),
  'GET /api/orders/studies-without-order': call('STAFF', () => ({ method: 'GET', url: '/api/orders/studies-without-order' })),
  'POST /api/orders': traced('STAFF', { leaves: ['audit order.created'] }, ({ cast }, _study, caller) => ({
    method: 'POST',
    url: '/api/orders',
    payload: { number: randomUUID(), ...(caller?.role === 'admin' && { labId: cast.labA.id }) },
  })),
  'GET /api/orders/:orderId': call(
    'EDIT',
    async (scene, study) => ({ method: 'GET', url: await makeMatched(scene, study) }),
    noOrder,
  ),
  'PUT /api/orders/:orderId': traced(
    'EDIT',
    { leaves: ['audit order.changed', 'live study.changed'] },
    async (scene, study) => ({
      method: 'PUT',
      url: await makeMatched(scene, study),
      payload: { indication: 'Verborgen: cough', version: 1 },
    }),
    noOrder,
  ),
  'POST /api/orders/:orderId/actions': traced(
    'EDIT',
    { leaves: ['audit order.cancelled', 'live study.changed'] },
    async (scene, study) => ({
      method: 'POST',
      url: `${await makeMatched(scene, study)}/actions`,
      payload: { action: 'cancel', reason: 'Verborgen: came twice', version: 1 },
    }),
    noOrder,
  ),
  'GET /api/orders/:orderId/candidates': call(
    'EDIT',
    async (scene, study) => ({ method: 'GET', url: `${await makeOrder(scene, study)}/candidates` }),
    noOrder,
  ),
  'POST /api/orders/:orderId/studies/:studyId': traced(
    'EDIT',
    { leaves: ['audit order.matched', 'live study.changed'] },
    async (scene, study) => ({
      method: 'POST',
      url: `${await makeOrder(scene, study)}/studies/${study._id}`,
      payload: { version: 1 },
    }),
    noOrder,
  ),
  'DELETE /api/orders/:orderId/studies/:studyId': traced(
    'EDIT',
    { leaves: ['audit order.unmatched', 'live study.changed'] },
    async (scene, study) => ({
      method: 'DELETE',
      url: `${await makeMatched(scene, study)}/studies/${study._id}?version=1`,
    }),
    noOrder,
  ),
  'GET /api/studies/:studyId/order-candidates': call('EDIT', (_scene, study) => ({
    method: 'GET',
    url: `/api/studies/${study._id}/order-candidates`,
  })),
  'GET /api/studies/:studyId/orders': call('OBJECT', async (scene, study) => {
    await makeMatched(scene, study)
    return { method: 'GET', url: `/api/studies/${study._id}/orders` }
  }),
}
