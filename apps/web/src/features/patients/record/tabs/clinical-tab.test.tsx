import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { eventually } from '@readroom/local/core/eventually'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { FormProvider } from 'react-hook-form'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someUser } from '../../../../lib/session/session.fixture.ts'
import { sessionStore } from '../../../../lib/session/session.ts'
import { makeRecord } from '../record.fixture.ts'
import { usePatientEditor } from '../use-patient-editor.ts'
import { ClinicalTab } from './clinical-tab.tsx'
import { RecordProvider } from './record-field.tsx'

beforeEach(() => sessionStore.start(someUser, 'token', '1h'))
afterEach(() => {
  cleanup()
  sessionStore.clear()
})

function Tab({ record, canEdit }: { record: PatientRecord; canEdit: boolean }) {
  const recordKey = { patientId: record.patientInfo.patientId, studyId: record.studyInfo.studyId }
  const editor = usePatientEditor({ recordKey, record, onPatientId: () => {}, onSaved: () => {} })
  return (
    <FormProvider {...editor.form}>
      <RecordProvider value={{ record, canEdit, takesFocus: true }}>
        <ClinicalTab documents={null} />
        <button type="button" onClick={() => editor.save([])}>
          Save
        </button>
      </RecordProvider>
    </FormProvider>
  )
}

const showTab = (record: PatientRecord, canEdit = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Tab record={record} canEdit={canEdit} />
    </QueryClientProvider>,
  )

const history = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Clinical History' })
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Clinical History' })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('the history can be typed at once, which ticks its box', async () => {
  showTab(makeRecord())
  await eventually(() => expect(document.activeElement).toBe(history()))
  expect(box().checked).toBe(false)
  type(history(), 'Fall from a ladder')
  expect(box().checked).toBe(true)
})

test('unticking clears a text, and ticking again restores it', () => {
  showTab(makeRecord())
  type(history(), 'Fall from a ladder')
  fireEvent.click(box())
  expect(history().value).toBe('')
  fireEvent.click(box())
  expect(history().value).toBe('Fall from a ladder')
})

test('a reader without the right to edit can neither type nor tick', () => {
  showTab(makeRecord(), false)
  expect(history().readOnly).toBe(true)
  expect(box().disabled).toBe(true)
})

test('a wrong value in a folded section opens it and takes the focus', async () => {
  showTab(makeRecord())
  const section = screen.getByText('Referring physician').closest('details')
  expect(section?.open).toBe(false)
  const [email] = screen.getAllByLabelText('Email')
  if (!email) throw new Error('no field for the email')
  type(email, 'nobody')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(section?.open).toBe(true)
  await eventually(() => expect(document.activeElement).toBe(email))
})

test('a folded section names its value and where it comes from', () => {
  showTab(makeRecord())
  const summary = screen.getByText('Technologist').closest('summary')
  expect(summary?.textContent).toContain('Delgado Rosa')
  expect(summary?.textContent).toContain('DICOM Extracted')
})

test('a physician is corrected by part, and the scanner’s name can be restored', () => {
  const record = makeRecord()
  record.studyInfo.physicians.referring = { ...record.studyInfo.physicians.referring, name: 'OKONKWO AMARA', pn: 'OKONKWO^AMARA' }
  record.dicom.referringPhysician = 'OKONKWO^AMARA'
  showTab(record)
  const section = within(screen.getByRole('group', { name: 'Name of the referring physician', hidden: true }))
  const part = (name: string) => section.getByRole<HTMLInputElement>('textbox', { name, hidden: true })
  expect([part('Family name').value, part('Given name').value]).toEqual(['OKONKWO', 'AMARA'])
  type(part('Family name'), 'van der ')
  expect(part('Family name').value).toBe('van der ')
  type(part('Family name'), 'van der Berg')
  type(part('Name prefix'), 'Dr.=^')
  const summary = screen.getByText('Referring physician').closest('summary')
  expect(summary?.textContent).toContain('van der Berg AMARA Dr.')
  fireEvent.click(section.getByRole('button', { name: /^Restore the scanner value .*: OKONKWO AMARA$/, hidden: true }))
  expect([part('Family name').value, part('Name prefix').value]).toEqual(['OKONKWO', ''])
})
