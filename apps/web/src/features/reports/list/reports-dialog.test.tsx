import type { Report } from '@readroom/contracts/reports/reports'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../../lib/notify.tsx'
import { signInEachTest, someUser } from '../../../lib/session/session.fixture.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import ReportsDialog from './reports-dialog.tsx'

const row = makeRow(1, 'assigned_to_doctor', [1])

const makeReport = (version: number): Report => ({
  id: `01890000-0000-7000-8000-00000000020${version}`,
  version,
  index: version,
  filename: `report-${version}.pdf`,
  contentType: 'application/pdf',
  uploadedBy: 'Rosa Delgado',
  uploadedAt: '2026-03-04T08:00:00.000Z',
  size: 9,
  formattedSize: '9 bytes',
  reportStatus: 'draft',
  isWithdrawn: false,
  signed: null,
  isReady: true,
  reportType: 'Doctor report',
  canDelete: false,
  isTaken: false,
  downloads: [],
  sent: [],
})

/** Stubs a server with these reports, which refuses uploads. Returns the forms that were sent. */
function serve(reports: readonly Report[]) {
  const refusal = { success: false, code: 'REPORT_SUPERSEDED', message: 'Another report was uploaded.' }
  const sent: FormData[] = []
  vi.stubGlobal('fetch', async () => {
    const studyInfo = { reportInfo: { reporterName: null } }
    const list = { reports, workflowStatus: row.workflowStatus, totalReports: reports.length, studyInfo }
    return new Response(JSON.stringify({ success: true, ...list }))
  })
  class RefusedRequest {
    upload = {}
    status = 409
    responseText = JSON.stringify(refusal)
    onload = () => {}
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      sent.push(form)
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', RefusedRequest)
  return sent
}

const openTab = (name: RegExp) => fireEvent.mouseDown(screen.getByRole('tab', { name }), { button: 0 })

function chooseAndUpload() {
  fireEvent.change(screen.getByLabelText(/Drop a report here/), { target: { files: [new File(['words'], 'report.txt')] } })
  fireEvent.click(screen.getByRole('button', { name: 'Upload report' }))
}

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})

test('an upload names the newest report that was on screen, and not one that came since', async () => {
  const reports = [makeReport(1)]
  const sent = serve(reports)
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <ReportsDialog row={row} role={someUser.role} onClose={() => {}} />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByText('report-1.pdf')
  openTab(/^Upload/)
  reports.unshift(makeReport(2))
  await act(() => client.invalidateQueries({ queryKey: studyKeys.reportsOf(row._id) }))
  await screen.findByRole('tab', { name: 'Reports 2' })
  chooseAndUpload()
  expect(await screen.findByText('Another report was uploaded.')).toBeDefined()

  openTab(/^Reports/)
  await screen.findByText('report-2.pdf')
  openTab(/^Upload/)
  chooseAndUpload()
  await expect.poll(() => sent.map((form) => form.get('afterVersion'))).toEqual(['1', '2'])
})
