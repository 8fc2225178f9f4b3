import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { noteSigned } from './last-signed.ts'
import { SignedNotice } from './signed-notice.tsx'
import { makeSignedVersion } from './signed-version.fixture.ts'

signInEachTest()

let recalls: unknown[]
let answer: () => Response
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  recalls = []
  answer = () => Response.json({ success: true })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    recalls.push({ path: new URL(address, 'http://readroom.test').pathname, body: JSON.parse(String(body)) })
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const study = { ...makeRow(1), patientName: 'Doe Jane', description: 'CT head' }
const Address = () => <output aria-label="Address">{useLocation().pathname}</output>
const address = () => screen.getByLabelText('Address').textContent
const notice = () => screen.queryByRole('region', { name: 'Last signed report' })
const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))

function sign(fields: Parameters<typeof makeSignedVersion>[0] = {}, nextPath: string | null = null) {
  const version = makeSignedVersion(fields)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/elsewhere']}>
        <SignedNotice />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  act(() => noteSigned({ version, study, at: Date.now(), path: '/reading/signed', nextPath }))
  return version
}

test('names the patient and the study, and says if it was an addendum', () => {
  sign({ kind: 'addendum' })
  expect(notice()?.textContent).toMatch(/Addendum signed: Doe Jane.*CT head/)
})

test('recalls the report and opens its study again', async () => {
  const { id } = sign()
  fireEvent.click(screen.getByRole('button', { name: /^Recall/ }))
  await vi.waitFor(() => expect(address()).toBe('/reading/signed'))
  expect(recalls).toEqual([{ path: `/api/studies/${study._id}/reading/recall`, body: { versionId: id } }])
  expect(notice()).toBeNull()
})

test('offers no recall after its time is over, and then disappears', async () => {
  sign({ recallSeconds: 30 })
  await act(() => vi.advanceTimersByTimeAsync(29_000))
  expect(screen.getByRole('button', { name: /^Recall/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByRole('button', { name: /^Recall/ })).toBeNull()
})

test('stays and says why if the report can no longer be recalled', async () => {
  answer = () => Response.json({ success: false, code: 'REPORT_NOT_RECALLABLE', message: 'Too late.' }, { status: 409 })
  sign()
  fireEvent.keyDown(window, { altKey: true, code: 'KeyR', key: 'r' })
  await vi.waitFor(() => expect(said()).toContain('Report not recalled'))
  expect([address(), notice() === null]).toEqual(['/elsewhere', false])
})

test('one key downloads the PDF of the signed report', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://readroom.test').pathname)
    return Response.json({ success: false, code: 'UNAVAILABLE', message: 'Later.' }, { status: 503 })
  })
  const { reportId } = sign()
  fireEvent.keyDown(window, { altKey: true, code: 'KeyG', key: 'g' })
  await vi.waitFor(() => expect(asked).toEqual([`/api/documents/study/${study._id}/reports/${reportId}/download`]))
})

test('a held key recalls nothing, and after closing a key opens the next study', () => {
  sign({}, '/reading/next')
  fireEvent.keyDown(window, { altKey: true, code: 'KeyR', key: 'r', repeat: true })
  expect(recalls).toEqual([])
  fireEvent.keyDown(window, { altKey: true, code: 'KeyX', key: 'x' })
  expect(address()).toBe('/reading/next')
})
