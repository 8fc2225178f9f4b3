import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../../lib/session/session.fixture.ts'
import { useUser } from '../../../../lib/session/session.ts'
import { makeRow } from '../../../../lib/studies/study.fixture.ts'
import { makeSignedVersion } from '../../session/machine/signed-version.fixture.ts'
import { useRoundCounts } from '../round/session-round.ts'
import { doublePressMs } from './double-press.ts'
import { forgetSigned, type LastSigned, noteSigned } from './last-signed.ts'
import { setNoticePlace } from './notice-place.ts'
import { SignedNotice } from './signed-notice.tsx'

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
  forgetSigned()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const study = { ...makeRow(1), patientName: 'Doe Jane', description: 'CT head' }
const otherStudy = { ...makeRow(2), patientName: 'Roe Richard', description: 'MR knee' }
const Address = () => <output aria-label="Address">{useLocation().pathname}</output>
function Count() {
  const { counts, change } = useRoundCounts(useUser()._id)
  return (
    <button type="button" onClick={() => change(() => ({ signed: 2 }))}>
      {counts.signed} signed
    </button>
  )
}
const address = () => screen.getByLabelText('Address').textContent
const notice = () => screen.queryByRole('region', { name: 'Last signed report' })
const said = () => toast.getToasts().flatMap((each) => ('title' in each ? [each.title] : []))

type Fields = Parameters<typeof makeSignedVersion>[0]

function sign(fields: Fields = {}, { of = study, nextPath = null }: { of?: LastSigned['study']; nextPath?: string | null } = {}) {
  const version = makeSignedVersion(fields)
  act(() => noteSigned({ version, study: of, at: Date.now(), path: '/reading/signed', nextPath }))
  return version
}

/** Shows the notice of a report. Returns when a second press of the key that signed it can no longer come. */
async function show(...signed: Parameters<typeof sign>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/elsewhere']}>
        <SignedNotice />
        <Address />
        <Count />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const version = sign(...signed)
  await passDoublePress()
  return version
}
const passDoublePress = () => act(() => vi.advanceTimersByTimeAsync(doublePressMs))
const press = (code: string, options: KeyboardEventInit = {}) => fireEvent.keyDown(window, { altKey: true, code, ...options })
const chooseEarlier = async (name: RegExp) => {
  fireEvent.keyDown(screen.getByRole('button', { name: /^Earlier/ }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}

test('names the patient and the study, and says if it was an addendum', async () => {
  await show({ kind: 'addendum' })
  expect(notice()?.textContent).toMatch(/Addendum signed: Doe Jane.*CT head/)
})

test('stands in the place that a page has for it, so that it covers no rows, and over a page without one', async () => {
  await show()
  const covers = () => notice()?.classList.contains('fixed')
  expect(covers()).toBe(true)
  const { rerender } = render(<footer ref={setNoticePlace} />)
  expect(screen.getByRole('contentinfo').contains(notice())).toBe(true)
  expect(covers()).toBe(false)
  rerender(<p />)
  expect(covers()).toBe(true)
})

test('recalls the report and opens its study again', async () => {
  const { id } = await show()
  fireEvent.click(screen.getByRole('button', { name: / signed$/ }))
  fireEvent.click(screen.getByRole('button', { name: /^Recall/ }))
  await eventually(() => expect(address()).toBe('/reading/signed'))
  expect(screen.getByRole('button', { name: '1 signed' })).toBeTruthy()
  expect(recalls).toEqual([{ path: `/api/studies/${study._id}/reading/recall`, body: { versionId: id } }])
  expect(notice()).toBeNull()
})

test('offers no recall after its time is over, and then disappears', async () => {
  await show({ recallSeconds: 30 })
  await act(() => vi.advanceTimersByTimeAsync(28_000))
  expect(screen.getByRole('button', { name: /^Recall/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.queryByRole('button', { name: /^Recall/ })).toBeNull()
})

test('stays and says why if the report can no longer be recalled', async () => {
  answer = () => Response.json({ success: false, code: 'REPORT_NOT_RECALLABLE', message: 'Too late.' }, { status: 409 })
  await show()
  press('KeyR')
  await eventually(() => expect(said()).toContain('Report not recalled'))
  expect([address(), notice() === null]).toEqual(['/elsewhere', false])
})

test('one key downloads the PDF of the signed report', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'http://readroom.test').pathname)
    return Response.json({ success: false, code: 'UNAVAILABLE', message: 'Later.' }, { status: 503 })
  })
  const { reportId } = await show()
  press('KeyG')
  await eventually(() => expect(asked).toEqual([`/api/documents/study/${study._id}/reports/${reportId}/download`]))
})

test('a held key recalls nothing, and after closing a key opens the next study', async () => {
  await show({}, { nextPath: '/reading/next' })
  press('KeyR', { repeat: true })
  expect(recalls).toEqual([])
  press('KeyX')
  expect(address()).toBe('/reading/next')
})

test('an earlier report can be recalled as long as the newest one', async () => {
  const { id } = await show()
  sign({}, { of: otherStudy })
  expect(notice()?.textContent).toMatch(/Report signed: Roe Richard/)
  await chooseEarlier(/^Recall Doe Jane/)
  await eventually(() => expect(address()).toBe('/reading/signed'))
  expect(recalls).toEqual([{ path: `/api/studies/${study._id}/reading/recall`, body: { versionId: id } }])
  expect(notice()?.textContent).toMatch(/Report signed: Roe Richard/)
  expect(screen.queryByRole('button', { name: /^Earlier/ })).toBeNull()
})

test('an earlier report is offered until its own time is over', async () => {
  await show({ recallSeconds: 30 })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  sign({}, { of: otherStudy })
  expect(screen.getByRole('button', { name: /^Earlier/ })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByRole('button', { name: /^Earlier/ })).toBeNull()
})

test('a second press of the recall key does not recall the earlier report', async () => {
  await show()
  sign({}, { of: otherStudy })
  await passDoublePress()
  press('KeyR')
  await eventually(() => expect(notice()?.textContent).toMatch(/Report signed: Doe Jane/))
  press('KeyR')
  fireEvent.click(screen.getByRole('button', { name: /^Recall/ }))
  expect(recalls).toHaveLength(1)
  await passDoublePress()
  press('KeyR')
  await eventually(() => expect(recalls).toHaveLength(2))
})
