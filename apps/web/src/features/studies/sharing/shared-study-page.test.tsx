import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import SharedStudyPage from './shared-study-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refuse = (status: number, code: string, message: string) => async () =>
  Response.json({ success: false, code, message }, { status })
const noNetwork = () => Promise.reject(new TypeError('no network'))

test.each([
  { path: '/share', answer: noNetwork, says: 'No share token provided.', reason: 'expired' },
  {
    path: '/share/short',
    answer: refuse(400, 'SHARE_LINK_MALFORMED', 'Invalid share link format.'),
    says: 'Invalid share link format.',
    reason: 'expired',
  },
  {
    path: `/share/${'x'.repeat(43)}`,
    answer: refuse(404, 'SHARE_LINK_NOT_FOUND', 'Share link not found or has expired.'),
    says: 'Share link not found or has expired.',
    reason: 'expired',
  },
  {
    path: `/share/${'x'.repeat(43)}`,
    answer: noNetwork,
    says: 'Failed to access shared study. Please check your internet connection and try again.',
    reason: 'interrupted',
  },
])('$path says only "$says", and names the reasons on request', async ({ path, answer, says, reason }) => {
  vi.stubGlobal('fetch', answer)
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/share/:token?" element={<SharedStudyPage />} />
      </Routes>
    </MemoryRouter>,
  )
  expect((await screen.findByRole('alert')).textContent).toBe(says)
  expect(screen.getAllByText(/\.( |$)/).filter((element) => element.closest('details') === null)).toHaveLength(1)
  const reasons = screen.getByText('Possible reasons').parentElement
  expect(reasons?.hasAttribute('open')).toBe(false)
  expect(reasons?.textContent).toContain(reason)
  screen.getByRole('button', { name: 'Try Again' })
})
