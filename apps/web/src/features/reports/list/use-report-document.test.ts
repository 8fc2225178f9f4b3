import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { useReportDocument } from './use-report-document.ts'

const studyId = '01890000-0000-7000-8000-000000000001'
const launched = { success: true, ticket: 'T', url: 'readroom-report://open?document=T', expiresIn: '60s' }

/** Stubs the server. Returns the requested addresses and the names of saved files. */
function serve(answers: Record<string, () => Response> = {}) {
  const asked: string[] = []
  const saved: string[] = []
  const known: Record<string, () => Response> = {
    'report-launch': () => Response.json(launched),
    'generate-patient-report': () =>
      new Response('docx', { headers: { 'content-disposition': `attachment; filename*=UTF-8''Report_J%C3%B6rg.docx` } }),
    ...answers,
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const name = address.split('/').at(-1) ?? ''
    asked.push(name)
    return known[name]?.() ?? Promise.reject(new TypeError('offline'))
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download || this.href)
  })
  return { asked, saved }
}

const said = () => toast.getToasts().map((each) => ('title' in each ? each.title : null))

/** Generates a report. Runs `meanwhile` while waiting for the program. */
async function generate(meanwhile: () => void = () => {}) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children)
  const { result } = renderHook(() => useReportDocument(studyId), { wrapper })
  await act(async () => {
    result.current.open()
    await vi.advanceTimersByTimeAsync(100)
    meanwhile()
    await vi.advanceTimersByTimeAsync(3000)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStore.start(someUser, 'token', '1h')
})
afterEach(() => {
  toast.dismiss()
  sessionStore.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a program that takes the focus counts as opened, and nothing is downloaded', async () => {
  const { asked, saved } = serve()
  await generate(() => window.dispatchEvent(new Event('blur')))
  expect([asked, saved]).toEqual([['report-launch'], [launched.url]])
  expect(said()).toContain('Report launcher opened successfully!')
})

test("without a program the report is downloaded after 3 seconds, under the server's file name", async () => {
  const { asked, saved } = serve()
  await generate()
  expect([asked, saved]).toEqual([
    ['report-launch', 'generate-patient-report'],
    [launched.url, 'Report_Jörg.docx'],
  ])
  expect(said()).toContain('Report downloaded successfully!')
})

test('a download without a file name gets a default one', async () => {
  const { saved } = serve({ 'generate-patient-report': () => new Response('docx') })
  await generate()
  expect(saved.at(-1)).toBe('Patient_Report.docx')
})

test("shows the server's error message, our own, or that the session is missing", async () => {
  const refusal = { success: false, code: 'STUDY_NOT_FOUND', message: 'Study not found' }
  serve({ 'report-launch': () => Response.json(refusal, { status: 404 }) })
  await generate()
  expect(said()).toContain('Study not found')
  serve({ 'generate-patient-report': () => Response.error() })
  await generate()
  expect(said()).toContain('Failed to generate report')
  sessionStore.clear()
  const { asked } = serve()
  await generate()
  expect([asked, said().includes('Authentication token not found. Please log in again.')]).toEqual([[], true])
})
