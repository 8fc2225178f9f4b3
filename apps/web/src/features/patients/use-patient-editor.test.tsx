import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../lib/session/session.fixture.ts'
import { sessionStore } from '../../lib/session/session.ts'
import { makeRecord } from './record.fixture.ts'
import { usePatientEditor } from './use-patient-editor.ts'

const record = makeRecord()
const summary = {
  ...{ technologistUpdated: false, priorityInfoUpdated: false },
  ...{ referringPhysicianUpdated: false, requestingPhysicianUpdated: false },
}
const taken = { success: true, message: 'Saved', data: { updateSummary: summary, version: { patient: 3, study: 8 } } }

/** The editor of the record, on a server that takes what is saved and answers what is asked after it with `read`. */
function openEditor(read: () => Promise<Response>) {
  vi.stubGlobal('fetch', (_: string, { method }: RequestInit) =>
    method === 'PUT' ? Promise.resolve(Response.json(taken)) : read(),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const recordKey = { patientId: 'RH-204409', studyId: record.studyInfo.studyId }
  const onSaved = vi.fn()
  const { result } = renderHook(() => usePatientEditor({ recordKey, record, onPatientId: () => {}, onSaved }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { editor: result, onSaved }
}

const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('what is said to be saved is no unsaved change any more, though the record has not come again yet', async () => {
  const { editor, onSaved } = openEditor(() => new Promise(() => {}))
  act(() => editor.current.form.setValue('clinicalHistory', 'Fall from a ladder'))
  expect(editor.current.changes).toBe(1)
  act(() => void editor.current.save([]))
  await vi.waitFor(() => expect(said()).toEqual(['Saved']))
  expect(editor.current.changes).toBe(0)
  expect(editor.current.values.clinicalHistory).toBe('Fall from a ladder')
  expect(onSaved).toHaveBeenCalledOnce()
})

test('a record that does not come again was saved all the same', async () => {
  const { editor } = openEditor(async () => Response.json({}, { status: 500 }))
  act(() => editor.current.form.setValue('clinicalHistory', 'Fall from a ladder'))
  act(() => void editor.current.save([]))
  await vi.waitFor(() => expect(editor.current.busy).toBe(true))
  await vi.waitFor(() => expect(editor.current.busy).toBe(false))
  expect(said()).toEqual(['Saved'])
  expect(editor.current.values.clinicalHistory).toBe('Fall from a ladder')
})
