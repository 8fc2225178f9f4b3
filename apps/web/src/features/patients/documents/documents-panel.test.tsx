import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '../../../lib/notify.tsx'
import { someUser } from '../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../lib/session/session.ts'
import { makeDocument } from './document.fixture.ts'
import { DocumentsPanel } from './documents-panel.tsx'

const everything = { canEdit: true, canUpload: true, canDownload: true }
const report = makeDocument(2, { documentType: 'report', index: null, fileName: 'report.pdf', contentType: 'application/pdf' })
const changed = vi.fn()

function show(documents = [makeDocument(1)], permissions = everything) {
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <DocumentsPanel
        patientId="RH/204409"
        studyId="01890000-0000-7000-8000-000000000001"
        documents={documents}
        studyReports={documents.length > 0 ? [report] : []}
        permissions={permissions}
        onChanged={changed}
      />
      <Toaster />
    </QueryClientProvider>,
  )
}

/** Responds to every request with this response. Returns the requested addresses. */
function answer(make: () => Response | Promise<Response>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return make()
  })
  return asked
}
const refusal = (status: number, code: string, message: string) => () =>
  new Response(JSON.stringify({ success: false, code, message }), { status })

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  URL.createObjectURL = () => 'blob:file'
  sessionStore.start(someUser, 'token', '1h')
  changed.mockReset()
})
afterEach(() => {
  toast.dismiss()
  cleanup()
  sessionStore.clear()
  vi.unstubAllGlobals()
})

test('lists documents and reports, newest first, with type, size and uploader', () => {
  show()
  const rows = screen.getAllByRole('row').map((row) => within(row).queryAllByRole('cell'))
  const texts = rows.slice(1).map((cells) => cells.map(({ textContent }) => textContent))
  expect(texts[0]?.[0]).toContain('report.pdf318.2 KB')
  expect(texts[0]?.[1]).toBe('Report')
  expect(texts[1]?.[0]).toContain('letter-1.pdf318.2 KB')
  expect(texts[1]?.[2]).toContain('Rosa Delgado')
  expect(screen.getByRole('heading').textContent).toBe('Documents 2')
  // Reports are deleted elsewhere.
  expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(1)
})

test('says if there are no documents', () => {
  show([])
  expect(screen.getByText('No Documents Found')).toBeDefined()
})

test('hides actions the user may not perform, and refuses dropped files and downloads with a message', async () => {
  show(undefined, { canEdit: false, canUpload: false, canDownload: false })
  expect(screen.queryByRole('button', { name: /Choose files|Upload File|Delete/ })).toBeNull()
  const files = [new File(['x'], 'a.txt')]
  fireEvent.drop(screen.getByRole('region', { name: /^Documents/ }), { dataTransfer: { files, types: ['Files'] } })
  expect(await screen.findByText('You do not have permission to upload files')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Download letter-1.pdf' }))
  expect(await screen.findByText('You do not have permission to download documents')).toBeDefined()
})

test('a download names the file', async () => {
  const asked = answer(() => new Response('words'))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Download letter-1.pdf' }))
  expect(await screen.findByText('Downloaded letter-1.pdf')).toBeDefined()
  expect(screen.getByText('5 bytes, application/pdf')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Download report.pdf' }))
  expect(await screen.findByText('Downloaded report.pdf')).toBeDefined()
  expect(asked).toEqual([
    `/api/labEdit/patients/RH%2F204409/documents/1/download?studyId=01890000-0000-7000-8000-000000000001`,
    `/api/labEdit/studies/${report.studyId}/reports/${report._id}/download`,
  ])
})

test.each([
  [refusal(404, 'DOCUMENT_NOT_FOUND', 'Document not found'), 'Document not found', /moved or deleted.*refresh/],
  [refusal(403, 'FORBIDDEN', 'No'), 'Access denied', null],
  [refusal(500, 'INTERNAL', 'No'), 'Server error', null],
  [refusal(409, 'FILE_MISSING', 'The file of this document is missing.'), 'The file of this document is missing.', null],
  [() => Promise.reject(new TypeError('failed')), 'Network error', /refresh/],
  [() => Promise.reject(new DOMException('late', 'TimeoutError')), 'Download timeout', /30 seconds/],
])('a failed download says why (%#)', async (make, message, hint) => {
  answer(make)
  const isTimeout = message === 'Download timeout'
  if (isTimeout) vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Download letter-1.pdf' }))
  expect(await screen.findByText(message)).toBeDefined()
  if (hint) expect(screen.getByText(hint)).toBeDefined()
  expect(changed).toHaveBeenCalledTimes(message === 'Document not found' ? 1 : 0)
  vi.restoreAllMocks()
})

test('says that a document without a number is missing from the record', async () => {
  show([makeDocument(1, { index: null })])
  fireEvent.click(screen.getByRole('button', { name: 'Download letter-1.pdf' }))
  expect(await screen.findByText('Document not found in patient records')).toBeDefined()
})

test("asks before a delete, and shows the server's message if it fails", async () => {
  answer(refusal(409, 'CONFLICT', 'Somebody was faster.'))
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Delete letter-1.pdf' }))
  const question = screen.getByRole('alertdialog')
  expect(question.textContent).toContain('Are you sure you want to delete "letter-1.pdf"? This action cannot be undone.')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Somebody was faster.')).toBeDefined()
})
