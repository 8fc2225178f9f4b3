import type { StudyList, WorklistRow } from '@readroom/contracts/studies'
import type { Tab } from '@readroom/contracts/study-workflow'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { makePage, makeRow } from '../../lib/study.fixture.ts'
import { studyKeys } from '../../lib/study-cache.ts'
import { clearOverride, overrideStudy } from '../../lib/study-overrides.ts'
import { allRows, type StudyPages } from '../../lib/study-pages.ts'
import { createWorklistSync } from './worklist-sync.ts'

const rows = [makeRow(1), makeRow(2), makeRow(3)]

/** A synchronised list of two pages, and the server it reads from. */
function setUp({ tab = 'pending', busy = false }: { tab?: Tab; busy?: boolean } = {}) {
  const client = new QueryClient()
  const key = studyKeys.list('admin', tab, 2)
  client.setQueryData<StudyPages>(key, {
    pages: [makePage(rows.slice(0, 2), 'c1'), makePage(rows.slice(2))],
    pageParams: [undefined, 'c1'],
  })
  const asked: string[] = []
  const server = { pages: new Map<string | undefined, StudyList>(), studies: new Map<string, WorklistRow>() }
  const state = { busy, incoming: [] as WorklistRow[] }
  const sync = createWorklistSync({
    client,
    role: 'admin',
    tab,
    limit: 2,
    isBusy: () => state.busy,
    onIncoming: (incoming) => state.incoming.push(...incoming),
    source: {
      page: async (limit, cursor) => {
        asked.push(`page ${cursor ?? 'first'} ${limit}`)
        return server.pages.get(cursor) ?? makePage([])
      },
      counts: async () => {
        asked.push('counts')
        return { success: true, total: 1, pending: 1, inprogress: 0, completed: 0 }
      },
      study: async (studyId) => {
        asked.push('study')
        const study = server.studies.get(studyId)
        if (!study) throw new ApiError('STUDY_NOT_FOUND', 404, 'Study not found')
        return study
      },
    },
  })
  const shown = () => allRows(client.getQueryData<StudyPages>(key)).map((row) => row.patientId)
  const find = (number: number) => allRows(client.getQueryData<StudyPages>(key)).find((row) => row.patientId === `RH-${number}`)
  return { sync, server, state, asked, shown, find }
}

afterEach(() => {
  for (const row of rows) clearOverride(row._id)
})

test('one changed row is read alone and replaced in place', async () => {
  const { sync, server, asked, shown, find } = setUp()
  server.studies.set(makeRow(2)._id, { ...makeRow(2), description: 'MR Knee' })
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(asked.toSorted()).toEqual(['counts', 'study'])
  expect(find(2)?.description).toBe('MR Knee')
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
})

test('many changes of one page make one fetch of that page', async () => {
  const { sync, server, asked } = setUp()
  server.pages.set(undefined, makePage(rows.slice(0, 2), 'c1'))
  await sync.apply([{ studyId: makeRow(1)._id }, { studyId: makeRow(2)._id }, { studyId: makeRow(1)._id }])
  expect(asked.toSorted()).toEqual(['counts', 'page first 2'])
})

test('a status shows at once, before the server has answered', () => {
  const { sync, find } = setUp({ busy: true })
  void sync.apply([{ studyId: makeRow(1)._id, status: 'assigned_to_doctor' }])
  expect(find(1)).toMatchObject({ workflowStatus: 'assigned_to_doctor', currentCategory: 'inprogress' })
})

test('a new study appears on top when nobody is on the list', async () => {
  const { sync, server, shown, state } = setUp()
  server.pages.set(undefined, makePage([makeRow(0), makeRow(1)], 'c0'))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(shown()).toEqual(['RH-0', 'RH-1', 'RH-2', 'RH-3'])
  expect(state.incoming).toEqual([])
})

test('a new study waits while somebody is on the list, and comes when it is asked for', async () => {
  const { sync, server, shown, state } = setUp({ busy: true })
  server.pages.set(undefined, makePage([makeRow(0), makeRow(1)], 'c0'))
  await sync.apply([{ studyId: makeRow(0)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  sync.show(state.incoming)
  expect(shown()).toEqual(['RH-0', 'RH-1', 'RH-2', 'RH-3'])
})

test('a row that left the tab stays while somebody is on the list and goes afterwards', async () => {
  const { sync, server, shown, state } = setUp({ busy: true })
  server.studies.set(makeRow(2)._id, makeRow(2, 'assigned_to_doctor', [1]))
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  state.busy = false
  sync.prune()
  expect(shown()).toEqual(['RH-1', 'RH-3'])
})

test("the user's own change keeps its row in the tab while it is shown", async () => {
  const { sync, server, shown } = setUp()
  overrideStudy(makeRow(2)._id, 'assigned_to_doctor', [])
  server.studies.set(makeRow(2)._id, makeRow(2, 'assigned_to_doctor', [1]))
  await sync.apply([{ studyId: makeRow(2)._id }])
  expect(shown()).toEqual(['RH-1', 'RH-2', 'RH-3'])
  clearOverride(makeRow(2)._id)
  sync.prune()
  expect(shown()).toEqual(['RH-1', 'RH-3'])
})

test('a study that may no longer be seen goes at once', async () => {
  const { sync, shown } = setUp({ busy: true })
  await sync.apply([{ studyId: makeRow(1)._id }])
  expect(shown()).toEqual(['RH-2', 'RH-3'])
})

test('rows pushed beyond the fetched span by newer ones are not taken for gone', async () => {
  const { sync, server, shown } = setUp()
  server.pages.set(undefined, makePage([makeRow(-1), makeRow(0), makeRow(1)], 'c'))
  await sync.refreshAll()
  expect(shown()).toEqual(['RH--1', 'RH-0', 'RH-1', 'RH-2', 'RH-3'])
})

test('a refresh drops rows that are gone', async () => {
  const { sync, server, shown } = setUp()
  server.pages.set(undefined, makePage([makeRow(1), makeRow(3)]))
  await sync.refreshAll()
  expect(shown()).toEqual(['RH-1', 'RH-3'])
})
