import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { doctorId, makeRow } from '../../../lib/studies/study.fixture.ts'
import { useAssignment } from './use-assignment.ts'

const doctor = {
  _id: doctorId(1),
  fullName: 'Helen Marsh',
  email: 'marsh@readroom.example',
  specialization: null,
  isLoggedIn: false,
  openStudies: 0,
  isActive: true,
}

/** Stubs a server that succeeds for the first `able` studies and fails for the others. */
function serve(rows: readonly WorklistRow[], able: number) {
  vi.stubGlobal('fetch', async (address: string) => {
    const study = rows.findIndex(({ _id }) => address.includes(_id))
    if (study < 0 || study >= able) return Response.json({}, { status: 500 })
    return Response.json({ success: true, study: rows[study], isNew: true, raisedFrom: null, replaced: [] })
  })
}

/** Assigns two studies to a doctor or unassigns them. Returns the messages. */
async function change(kind: 'assign' | 'unassign', able: number) {
  const rows = [1, 2].map((number) => makeRow(number, 'assigned_to_doctor', kind === 'unassign' ? [1] : []))
  serve(rows, able)
  const client = new QueryClient()
  const options = { studies: rows, doctors: [doctor], nameOf: () => doctor.fullName, priority: undefined, mode: 'add' as const }
  const { result } = renderHook(() => useAssignment({ ...options, onDone: () => {}, onClose: () => {} }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  act(() => result.current.toggle(doctorId(1)))
  act(() => result.current[kind]())
  await expect.poll(() => result.current.busy).toBeNull()
  return toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))
}

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  toast.getToasts().forEach(({ id }) => void toast.dismiss(id))
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test.each([
  ['assign', 2, ['2 studies assigned to Helen Marsh']],
  ['assign', 1, ['1 study assigned to Helen Marsh', 'Failed to assign to doctor']],
  ['assign', 0, ['No assignments were successful']],
  ['unassign', 2, ['2 studies unassigned from Helen Marsh']],
  ['unassign', 1, ['1 study unassigned from Helen Marsh', 'Failed to unassign selected doctors']],
  ['unassign', 0, ['No doctors were unassigned']],
] as const)('%s of two studies, of which %i succeed, shows the specified messages', async (kind, able, words) => {
  expect(await change(kind, able)).toEqual(words)
})

test('replacing needs one doctor, and changes the studies that doctor does not have alone', async () => {
  const rows = [makeRow(1, 'assigned_to_doctor', [1]), makeRow(2, 'assigned_to_doctor', [1, 2]), makeRow(3)]
  const asked: { id: string | undefined; mode: unknown }[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    const study = rows.find(({ _id }) => address.includes(_id))
    asked.push({ id: study?._id, mode: JSON.parse(String(body)).mode })
    return Response.json({ success: true, study, isNew: true, raisedFrom: null, replaced: [] })
  })
  const doctors = [doctor, { ...doctor, _id: doctorId(2), fullName: 'Omar Lind' }]
  const options = { studies: rows, doctors, nameOf: () => 'N', priority: undefined, mode: 'replace' as const }
  const { result } = renderHook(() => useAssignment({ ...options, onDone: () => {}, onClose: () => {} }), {
    wrapper: ({ children }) => <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>,
  })
  act(() => {
    result.current.toggle(doctorId(1))
    result.current.toggle(doctorId(2))
  })
  act(() => result.current.assign())
  expect(asked).toEqual([])
  act(() => result.current.toggle(doctorId(2)))
  act(() => result.current.assign())
  await eventually(() => expect(result.current.busy).toBeNull())
  expect(asked).toEqual([rows[1], rows[2]].map((row) => ({ id: row?._id, mode: 'replace' })))
})
