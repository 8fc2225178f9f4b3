import { randomBytes } from 'node:crypto'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import { call, type Examples, type Scene, traced } from '../example.fixture.ts'

const root = '/api/admin/modality-worklists'
const place = { host: '198.41.0.4', port: 104 }

/** Makes a scanner with a place. Returns its AE title. */
async function makeScanner({ api, cast }: Scene): Promise<string> {
  const aeTitle = randomBytes(8).toString('hex').toUpperCase()
  await api.db.insert(labAeTitles).values({ aeTitle, labId: cast.labA.id, place })
  return aeTitle
}

export const scannerExamples: Examples = {
  [`GET ${root}/:labId/scanners`]: call('ADMIN', async ({ cast }) => ({
    method: 'GET',
    url: `${root}/${cast.labA.id}/scanners`,
  })),
  [`PUT ${root}/:labId/scanners`]: traced('ADMIN', { leaves: ['audit scanner.saved'] }, async (scene) => ({
    method: 'PUT',
    url: `${root}/${scene.cast.labA.id}/scanners`,
    payload: { aeTitle: await makeScanner(scene), place, usesTls: false, certificate: null, version: 1 },
  })),
  [`POST ${root}/:labId/scanners/test`]: traced(
    'ADMIN',
    { leaves: ['audit scanner.tested', 'job scanner.test'] },
    async (scene) => ({
      method: 'POST',
      url: `${root}/${scene.cast.labA.id}/scanners/test`,
      payload: { aeTitle: await makeScanner(scene) },
    }),
  ),
}
