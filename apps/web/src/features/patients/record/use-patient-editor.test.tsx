import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeRecord } from './record.fixture.ts'
import { usePatientEditor } from './use-patient-editor.ts'

const record = makeRecord()
const summary = {
  technologistUpdated: false,
  priorityInfoUpdated: false,
  referringPhysicianUpdated: false,
  requestingPhysicianUpdated: false,
}
const taken = {
  success: true,
  message: 'Saved',
  data: { updateSummary: summary, version: { patient: 3, study: 8, studies: 'list' } },
}

/** Opens the editor on a server that answers saves with `put` and reads with `read`. */
function openEditor(read: () => Promise<Response>, put = async () => Response.json(taken)) {
  const puts: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return read()
    puts.push(body)
    return put()
  })
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const recordKey = { patientId: 'RH-204409', studyId: record.studyInfo.studyId }
  const onSaved = vi.fn()
  const { result, rerender } = renderHook(
    (shown) => usePatientEditor({ recordKey, record: shown, onPatientId: () => {}, onSaved }),
    {
      initialProps: record,
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    },
  )
  return { editor: result, onSaved, puts, heard: rerender }
}

const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  cleanup()
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('a saved change is no longer unsaved, even before the record is reloaded', async () => {
  const { editor, onSaved } = openEditor(() => new Promise(() => {}))
  act(() => editor.current.form.setValue('clinicalHistory', 'Fall from a ladder'))
  expect(editor.current.changes).toBe(1)
  act(() => void editor.current.save([]))
  await eventually(() => expect(said()).toEqual(['Saved']))
  await eventually(() => expect(editor.current.changes).toBe(0))
  expect(editor.current.values.clinicalHistory).toBe('Fall from a ladder')
  expect(onSaved).toHaveBeenCalledOnce()
})

test('a save succeeds even if the record then fails to reload', async () => {
  const { editor } = openEditor(async () => Response.json({}, { status: 500 }))
  act(() => editor.current.form.setValue('clinicalHistory', 'Fall from a ladder'))
  act(() => void editor.current.save([]))
  await eventually(() => expect(editor.current.busy).toBe(true))
  await eventually(() => expect(editor.current.busy).toBe(false))
  expect(said()).toEqual(['Saved'])
  expect(editor.current.values.clinicalHistory).toBe('Fall from a ladder')
})

test('holding down the save key saves once', async () => {
  const { editor, puts } = openEditor(() => new Promise(() => {}))
  act(() => editor.current.form.setValue('clinicalHistory', 'Fall from a ladder'))
  act(() => void editor.current.save([]))
  act(() => void editor.current.save([]))
  await eventually(() => expect(said()).toEqual(['Saved']))
  expect(puts).toHaveLength(1)
})

test('without changes nothing is saved and no message appears', async () => {
  const { editor, puts } = openEditor(() => new Promise(() => {}))
  await act(() => editor.current.save([]))
  expect([puts, said()]).toEqual([[], []])
})

test("a failed save doesn't overwrite what somebody else saved meanwhile", async () => {
  let fail = (_: Response) => {}
  const refused = () =>
    new Promise<Response>((resolve) => {
      fail = resolve
    })
  const { editor, puts, heard } = openEditor(() => new Promise(() => {}), refused)
  act(() => editor.current.form.setValue('clinicalHistory', 'Fall from a ladder'))
  act(() => void editor.current.save([]))
  await eventually(() => expect(puts).toHaveLength(1))
  heard({
    ...record,
    clinicalInfo: { ...record.clinicalInfo, clinicalHistory: 'Known tumour' },
    version: { patient: 3, study: 8, studies: 'list' },
  })
  await act(async () => fail(Response.json({ success: false, code: 'UNAVAILABLE', message: 'Later' }, { status: 503 })))
  await eventually(() => expect(editor.current.busy).toBe(false))
  expect(editor.current.conflicts).toMatchObject([
    { name: 'clinicalHistory', theirs: 'Known tumour', mine: 'Fall from a ladder' },
  ])
})
