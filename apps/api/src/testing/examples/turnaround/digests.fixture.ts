import type { DigestFields } from '@readroom/contracts/turnaround/digests'
import { createDigest } from '@readroom/domain/turnaround/digests/digests'
import { type Examples, get, type Scene, traced } from '../example.fixture.ts'

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
  [`POST ${root}`]: traced('ADMIN', { leaves: ['audit digest.created'] }, async () => ({
    method: 'POST',
    url: root,
    payload: fields,
  })),
  [`PUT ${root}/:digestId`]: traced('ADMIN', { leaves: ['audit digest.changed'] }, async (scene) => ({
    method: 'PUT',
    url: `${root}/${await makeDigest(scene)}`,
    payload: { ...fields, frequency: 'daily', version: 1 },
  })),
  [`DELETE ${root}/:digestId`]: traced('ADMIN', { leaves: ['audit digest.deleted'] }, async (scene) => ({
    method: 'DELETE',
    url: `${root}/${await makeDigest(scene)}`,
  })),
  [`POST ${root}/:digestId/send`]: traced('ADMIN', { leaves: ['audit digest.sent', 'job digest.send'] }, async (scene) => ({
    method: 'POST',
    url: `${root}/${await makeDigest(scene)}/send`,
  })),
}
