import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setClinicTimeZone } from '../../../../lib/format.ts'
import { SaveStatus } from './save-status.tsx'

afterEach(cleanup)
afterAll(() => setClinicTimeZone('UTC'))

test("the time of the last save is in the clinic's zone, like all times on the page", () => {
  setClinicTimeZone('Asia/Kolkata')
  render(<SaveStatus save={{ is: 'saved', at: '2026-11-21T20:15:07Z' }} onRetry={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('Saved 01:45:07')
})
