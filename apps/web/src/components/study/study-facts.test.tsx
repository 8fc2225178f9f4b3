import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../lib/studies/study.fixture.ts'
import { StudyIdentity } from './study-facts.tsx'

afterEach(cleanup)

test("the patient's name opens their details if there is a way to", () => {
  const opened = vi.fn()
  render(<StudyIdentity row={makeRow(1)} onOpenPatient={opened} />)
  const name = screen.getByRole('button', { name: 'Patient details of Patient 1' })
  expect(name.textContent).toBe('Patient 1')
  name.click()
  expect(opened).toHaveBeenCalledOnce()
})

test('a patient without a name can be opened too', () => {
  render(<StudyIdentity row={{ ...makeRow(1), patientName: null }} onOpenPatient={() => undefined} />)
  expect(screen.getByRole('button').textContent).toBe('N/A')
})

test('the name is plain text if it opens nothing', () => {
  render(<StudyIdentity row={makeRow(1)} />)
  expect(screen.getByText('Patient 1')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
