import { type Examples, get, traced } from './example.fixture.ts'

const root = '/api/viewer-bindings'

export const viewerBindingExamples: Examples = {
  'GET /api/viewer-bindings': get('SELF', root),
  'PUT /api/viewer-bindings': traced('SELF', { leaves: [], unaudited: 'keys change nothing but the own viewer' }, () => ({
    method: 'PUT',
    url: root,
    payload: { bindings: { set: 'letters', keys: { mpr: ['f2'] }, mouse: { right: 'window' } } },
  })),
}
