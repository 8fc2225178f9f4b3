import { randomBytes } from 'node:crypto'
import { createLab } from '@readroom/db/testing/factories'
import { type Examples, get, traced } from '../example.fixture.ts'

const root = '/api/admin/modality-worklists'

export const modalityWorklistExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`PUT ${root}/:labId`]: traced('ADMIN', { leaves: ['audit modality_worklist.saved'] }, async ({ api }) => ({
    method: 'PUT',
    url: `${root}/${(await createLab(api.db)).id}`,
    payload: {
      calledAeTitle: randomBytes(8).toString('hex').toUpperCase(),
      allowedAddresses: ['192.0.2.0/24'],
      isEnabled: false,
      version: 0,
    },
  })),
}
