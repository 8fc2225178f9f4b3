import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../lib/session/session.fixture.ts'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import UnauthorizeDialog from './unauthorize-dialog.tsx'

signInEachTest()
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
})

test('pressing Ctrl+Enter again during the request withdraws once', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    sent.push(body)
    return new Promise(() => {})
  })
  const dialog = <UnauthorizeDialog studies={[makeRow(1), makeRow(2)]} onDone={() => {}} onClose={() => {}} />
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: dialog }])} />
    </QueryClientProvider>,
  )
  const reason = screen.getByLabelText('Reason')
  fireEvent.change(reason, { target: { value: 'Wrong patient' } })
  const press = () => act(async () => void fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true }))
  await press()
  await eventually(() => expect(sent).toHaveLength(1))
  await press()
  await press()
  expect(sent).toHaveLength(1)
})
