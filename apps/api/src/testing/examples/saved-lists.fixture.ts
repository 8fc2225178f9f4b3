import { randomUUID } from 'node:crypto'
import { savedLists } from '@readroom/db/worklist/saved-lists.schema'
import { type Caller, type Examples, get, post, type Scene, traced } from './example.fixture.ts'

const root = '/api/saved-lists'
const query = { filters: { modality: 'CT' }, tab: 'all', sort: '-uploadDate', columns: ['status', 'patientName'] }
const newList = () => ({ name: `List ${randomUUID()}`, query })

/** Saves a list of the caller, or of the administrator without one, and returns its id. */
async function listOf({ api, cast }: Scene, caller: Caller | null): Promise<string> {
  const ownerId = (caller ?? cast.admin).userId
  const [row] = await api.db
    .insert(savedLists)
    .values({ ...newList(), ownerId, position: 1 })
    .returning()
  return row?.id ?? ''
}

export const savedListExamples: Examples = {
  'GET /api/saved-lists': get('SELF', root),
  'GET /api/saved-lists/counts': get('SELF', `${root}/counts`),
  'POST /api/saved-lists': post('SELF', root, newList, { leaves: ['audit list.saved'] }),
  'PUT /api/saved-lists/:listId': traced('SELF', { leaves: ['audit list.changed'] }, async (scene, _study, caller) => ({
    method: 'PUT',
    url: `${root}/${await listOf(scene, caller)}`,
    payload: newList(),
  })),
  'DELETE /api/saved-lists/:listId': traced('SELF', { leaves: ['audit list.deleted'] }, async (scene, _study, caller) => ({
    method: 'DELETE',
    url: `${root}/${await listOf(scene, caller)}`,
  })),
  'PUT /api/saved-lists/order': traced('SELF', { leaves: ['audit lists.ordered'] }, async (scene, _study, caller) => ({
    method: 'PUT',
    url: `${root}/order`,
    payload: { listIds: [await listOf(scene, caller)] },
  })),
  'PUT /api/saved-lists/default': traced('SELF', { leaves: ['audit list.default'] }, async (scene, _study, caller) => ({
    method: 'PUT',
    url: `${root}/default`,
    payload: { listId: await listOf(scene, caller) },
  })),
  'PUT /api/admin/saved-lists/:listId/given-to': traced('ADMIN', { leaves: ['audit list.given'] }, async (scene) => ({
    method: 'PUT',
    url: `/api/admin/saved-lists/${await listOf(scene, scene.cast.admin)}/given-to`,
    payload: { role: 'doctor_account' },
  })),
}
