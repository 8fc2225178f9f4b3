import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { OpenCritical } from './open-critical.tsx'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`
const result = {
  id: id(1),
  studyId: id(2),
  category: 1,
  finding: 'Tension pneumothorax',
  markedBy: 'Dr Ines Carvalho',
  foundAt: '2020-01-01T10:00:00.000Z',
  dueAt: '2020-01-01T11:00:00.000Z',
  acknowledged: null,
  notified: { times: 1, lastAt: null },
  told: [],
  patientName: 'Jane Doe',
  patientId: 'P-1',
  accessionNumber: 'ACC-7',
  laboratory: 'CITYLAB',
}

/** Shows the open critical results. Returns what is sent. */
function show(empty?: string) {
  const open = [result]
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { body?: string }) => {
    if (body === undefined) return Response.json({ success: true, results: open })
    sent.push(JSON.parse(body))
    open.pop()
    return Response.json({ success: true, result: { ...result, acknowledged: { name: 'Rosa', at: '2020-01-01T10:05:00.000Z' } } })
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OpenCritical {...(empty && { empty })} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return sent
}

signInEachTest()

test('shows an open critical result with the patient, the finding and that it is overdue', async () => {
  show()
  const alert = await screen.findByRole('alert', { name: 'Critical results' })
  for (const words of ['category 1', 'Jane Doe', 'ID P-1', 'accession ACC-7', 'Tension pneumothorax', 'CITYLAB', 'Overdue since'])
    expect(alert.textContent).toContain(words)
  expect(screen.getByRole('link', { name: 'Jane Doe' }).getAttribute('href')).toBe(`/patients/P-1?studyId=${id(2)}`)
})

test('it disappears when a recipient has acknowledged it by name and read it back', async () => {
  const sent = show('No open critical results.')
  const name = await screen.findByRole('textbox', { name: 'Name of the recipient' })
  expect(name).toHaveProperty('value', '')
  fireEvent.change(name, { target: { value: 'Rosa Delgado' } })
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(sent).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Read back: Jane Doe, Tension pneumothorax' }))
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  expect(await screen.findByText('No open critical results.')).toBeTruthy()
  expect(sent).toEqual([{ name: 'Rosa Delgado', readBack: true }])
})
