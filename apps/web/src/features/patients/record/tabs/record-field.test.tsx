import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInEachTest } from '../../../../lib/session/session.fixture.ts'
import { makeRecord } from '../record.fixture.ts'
import { type RecordValues, valuesOf } from '../record-fields.ts'
import { prepareSave } from '../record-save.ts'
import { RecordProvider } from './record-field.tsx'
import { StudyFields } from './study-fields.tsx'

signInEachTest()
beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function showFields(record: PatientRecord) {
  const base = valuesOf(record)
  const typed = { current: base }
  function Form() {
    const form = useForm<RecordValues>({ defaultValues: base })
    typed.current = form.watch()
    return (
      <FormProvider {...form}>
        <StudyFields />
      </FormProvider>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordProvider value={{ record, canEdit: true, takesFocus: false }}>
        <Form />
      </RecordProvider>
    </QueryClientProvider>,
  )
  return {
    field: screen.getByLabelText('DOB'),
    save: () => prepareSave(record, base, typed.current),
  }
}

test('the birth date is shown and typed in the order of the page, and written out when it changes', () => {
  const { field, save } = showFields(makeRecord())
  expect(field).toHaveProperty('value', '02/05/1952')
  fireEvent.change(field, { target: { value: '4/3/1952' } })
  expect(screen.getByText('4 March 1952')).toBeTruthy()
  fireEvent.blur(field)
  expect(field).toHaveProperty('value', '04/03/1952')
  expect(save()).toMatchObject({ save: { patientInfo: { dateOfBirth: '1952-03-04' } } })
})

test("the scanner's birth date is named in the same order", () => {
  const { field } = showFields(makeRecord())
  fireEvent.change(field, { target: { value: '4/3/1952' } })
  fireEvent.click(screen.getByRole('button', { name: 'Restore the scanner value of DOB: 02/05/1952' }))
  expect(field).toHaveProperty('value', '02/05/1952')
})

test('a text that is no day stays in the field and is refused, instead of saving the former day', () => {
  const { field, save } = showFields(makeRecord())
  for (const text of ['03/31/1952', '2026-02-31', '1/2/52']) {
    fireEvent.change(field, { target: { value: text } })
    expect(field).toHaveProperty('value', text)
    expect(save()).toEqual({ errors: { dateOfBirth: 'Please enter a date as dd/mm/yyyy' } })
  }
})

test('the urgency follows the fields as they are chosen', () => {
  showFields(makeRecord())
  const heading = screen.getByRole('heading', { name: /^Urgency/ })
  expect(heading.textContent).toContain('Routine')
  fireEvent.change(screen.getByLabelText('Case type'), { target: { value: 'stat' } })
  expect(heading.textContent).toContain('Stat')
  fireEvent.change(screen.getByLabelText('Priority level'), { target: { value: 'EMERGENCY' } })
  expect(heading.textContent).toContain('Emergency')
})
