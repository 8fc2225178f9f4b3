import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { useCheckedForm } from '../../../lib/forms/use-checked-form.ts'
import { EscalationSection } from './escalation-section.tsx'
import { emptyLab, type LabFields, LabForm } from './lab-fields.ts'

afterEach(cleanup)

const off = { mailOnReport: false, preliminaryVisible: false, archiveReports: false, everySeriesDisplayed: false }
const { staffUsername: _username, staffEmail: _email, staffFullName: _fullName, ...fields } = emptyLab
const lab: LabFields = {
  ...fields,
  ...off,
  name: 'CITYLAB',
  identifier: 'CITY',
  sharePinRequired: false,
  displayRules: [],
  quietHours: { from: '', to: '' },
  escalationEmails: [],
  version: 1,
}

function Form({ save }: { save: (fields: Pick<LabFields, 'quietHours' | 'escalationEmails'>) => void }) {
  const { form } = useCheckedForm({ schema: LabForm, values: lab })
  const onSave = form.handleSubmit(({ quietHours, escalationEmails }) => save({ quietHours, escalationEmails }))
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={onSave}>
        <EscalationSection />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  )
}

function open() {
  const save = vi.fn()
  render(<Form save={save} />)
  const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  return { save, type, press: () => fireEvent.click(screen.getByRole('button', { name: 'Save' })) }
}

test('quiet hours and addresses are saved as typed', async () => {
  const { save, type, press } = open()
  type(/^Quiet hours from/, '22:00')
  type(/^Quiet hours to/, '07:00')
  type(/^Further addresses/, 'desk@clinic.example, night@clinic.example')
  press()
  const escalationEmails = ['desk@clinic.example', 'night@clinic.example']
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ quietHours: { from: '22:00', to: '07:00' }, escalationEmails }))
})

test('half of the quiet hours and an address that is none are refused at their fields', async () => {
  const { save, type, press } = open()
  type(/^Quiet hours from/, '22:00')
  type(/^Further addresses/, 'desk@clinic.example desk')
  press()
  await screen.findByText('Enter when the quiet hours end')
  screen.getByText('"desk" is not an email address')
  expect(save).not.toHaveBeenCalled()
})
