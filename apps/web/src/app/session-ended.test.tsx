import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { SessionEnded } from './session-ended.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const settings = {
  success: true,
  clinicTimeZone: 'UTC',
  supportEmail: null,
  providerLabel: 'Sign in with Clinic',
  minPasswordLength: 12,
  keepsEmails: false,
  archiveViewer: true,
}

test('opens a forgotten password and the OpenID provider in another tab, so that the page below survives', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(settings))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  render(
    <MemoryRouter>
      <SessionEnded />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('target')).toBe('_blank')
  fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Clinic' }))
  expect(opened).toHaveBeenCalledWith('/api/auth/provider/start', '_blank', 'noopener')
  expect(screen.getByText(/^Sign in in the other tab/)).toBeTruthy()
})
