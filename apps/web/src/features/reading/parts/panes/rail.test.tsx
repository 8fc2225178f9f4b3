import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setClinicTimeZone } from '../../../../lib/format.ts'
import { Rail } from './rail.tsx'

afterEach(cleanup)
afterAll(() => setClinicTimeZone('UTC'))

test('the reading page names the time zone of its times', () => {
  setClinicTimeZone('America/New_York')
  render(<Rail open={null} counts={{}} onToggle={() => {}} />)
  expect(screen.getByRole('navigation', { name: 'About the study' }).textContent).toContain('Times in America/New York')
})
