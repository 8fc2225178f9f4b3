import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { patientTitle, useNewPage, useTitle } from './use-title.ts'

afterEach(cleanup)

function Page({ name, subject }: { name: string; subject?: string }) {
  useTitle(name, subject)
  return <p role="status">{useNewPage()}</p>
}

test('a page that replaces another one is said once, and the title names its patient', () => {
  const { rerender } = render(<Page name="Worklist" />)
  const said = () => screen.getByRole('status').textContent
  expect(document.title).toBe('Worklist - Readroom')
  rerender(<Page name="Patient details" subject={patientTitle(undefined, undefined)} />)
  expect([document.title, said()]).toEqual(['Patient details - Readroom', 'Patient details'])
  rerender(<Page name="Patient details" subject={patientTitle('Anna Müller', 'A-1')} />)
  expect([document.title, said()]).toEqual(['Anna Müller · A-1 - Readroom', 'Patient details'])
  rerender(<Page name="Worklist" />)
  expect([document.title, said()]).toEqual(['Worklist - Readroom', 'Worklist'])
})
