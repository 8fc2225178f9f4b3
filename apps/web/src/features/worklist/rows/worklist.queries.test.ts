import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { readRowAgain } from './worklist.queries.ts'

const study = makeRow(1)
const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('shows a saved row as the server has it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ success: true, study: { ...study, patientName: 'Ana Cruz' } }))
  const shown = client()
  await readRowAgain(shown, study._id)
  expect(shown.getQueryData(studyKeys.one(study._id))).toMatchObject({ patientName: 'Ana Cruz' })
})

test('a failed reload of a row is not an error of the page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(readRowAgain(client(), study._id)).resolves.toBeUndefined()
})
