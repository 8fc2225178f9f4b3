import { randomUUID } from 'node:crypto'
import { resultDeliveries } from '@readroom/db/reports/results.schema'
import { createResultDestination } from '@readroom/domain/reports/result-destinations'
import { type Examples, get, type Scene, traced } from './example.fixture.ts'

const root = '/api/admin/result-destinations'

/** Returns a destination with a name of its own. */
const newDestination = (labId: string) => ({
  labId,
  name: `Destination ${randomUUID()}`,
  settings: {
    kind: 'hl7' as const,
    host: 'ris.example',
    port: 2575,
    certificates: null,
    sendingFacility: 'CENTRAL',
    receivingApplication: 'RIS',
    receivingFacility: 'NORTH',
    patientAuthority: null,
    withPdf: true,
    ordersTogether: false,
    addendumStatus: 'C' as const,
    withdrawnStatus: 'X' as const,
  },
  state: 'on' as const,
  alertMinutes: 60,
})

const makeDestination = async ({ api, cast }: Scene): Promise<string> =>
  api.db.transaction((tx) => createResultDestination(tx, cast.admin, { ...newDestination(cast.labA.id), sealedSecret: null }))

async function makeDelivery(scene: Scene): Promise<string> {
  const destinationId = await makeDestination(scene)
  const [row] = await scene.api.db
    .insert(resultDeliveries)
    .values({ destinationId, kind: 'test', controlId: randomUUID() })
    .returning()
  return row?.id ?? ''
}

export const resultExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit result_destination.created'] }, async ({ cast }) => ({
    method: 'POST',
    url: root,
    payload: newDestination(cast.labA.id),
  })),
  [`PUT ${root}/:destinationId`]: traced('ADMIN', { leaves: ['audit result_destination.changed'] }, async (scene) => {
    const { labId: _labId, ...fields } = newDestination(scene.cast.labA.id)
    return { method: 'PUT', url: `${root}/${await makeDestination(scene)}`, payload: { ...fields, version: 1 } }
  }),
  [`POST ${root}/:destinationId/test`]: traced('ADMIN', { leaves: ['audit result_destination.tested'] }, async (scene) => ({
    method: 'POST',
    url: `${root}/${await makeDestination(scene)}/test`,
  })),
  'GET /api/admin/result-deliveries': get('ADMIN', '/api/admin/result-deliveries'),
  'POST /api/admin/result-deliveries/:deliveryId': traced('ADMIN', { leaves: ['audit result_delivery.held'] }, async (scene) => ({
    method: 'POST',
    url: `/api/admin/result-deliveries/${await makeDelivery(scene)}`,
    payload: { action: 'hold' },
  })),
}
