import type { DigestFields } from '@readroom/contracts/turnaround/digests'
import { createDigest } from '@readroom/domain/turnaround/digests/digests'
import { call, type Examples, get, type Scene } from '../example.fixture.ts'

const root = '/api/admin/digests'

const fields: DigestFields = {
  labIds: null,
  groupId: null,
  frequency: 'weekly',
  sendAt: '07:00',
  recipients: ['head@clinic.example'],
}

const makeDigest = async ({ api, cast }: Scene): Promise<string> =>
  api.db.transaction((tx) => createDigest(tx, cast.admin, fields, { now: new Date(), zone: 'UTC' }))

export const digestExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`POST ${root}`]: call('ADMIN', async () => ({ method: 'POST', url: root, payload: fields })),
  [`PUT ${root}/:digestId`]: call('ADMIN', async (scene) => ({
    method: 'PUT',
    url: `${root}/${await makeDigest(scene)}`,
    payload: { ...fields, frequency: 'daily', version: 1 },
  })),
  [`DELETE ${root}/:digestId`]: call('ADMIN', async (scene) => ({
    method: 'DELETE',
    url: `${root}/${await makeDigest(scene)}`,
  })),
  [`POST ${root}/:digestId/send`]: call('ADMIN', async (scene) => ({
    method: 'POST',
    url: `${root}/${await makeDigest(scene)}/send`,
  })),
}
