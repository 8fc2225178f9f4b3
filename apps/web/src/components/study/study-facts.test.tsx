import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import { StudyIdentity } from './study-facts.tsx'

afterEach(cleanup)

test('the name of a patient leads to their details where there is a way', () => {
  const opened = vi.fn()
  render(<StudyIdentity row={makeRow(1)} onOpenPatient={opened} />)
  const name = screen.getByRole('button', { name: 'Patient details of Patient 1' })
  expect(name.textContent).toBe('Patient 1')
  name.click()
  expect(opened).toHaveBeenCalledOnce()
})

test('also of a patient without a name', () => {
  render(<StudyIdentity row={{ ...makeRow(1), patientName: null }} onOpenPatient={() => undefined} />)
  expect(screen.getByRole('button').textContent).toBe('N/A')
})

test('and is text where there is none', () => {
  render(<StudyIdentity row={makeRow(1)} />)
  expect(screen.getByText('Patient 1')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
