import { LabUpdate } from '@readroom/contracts/people/labs'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { createResolver } from '../../../lib/forms/form-resolver.ts'
import { EscalationSection } from './escalation-section.tsx'
import { emptyLab, escalationFields, type LabFields } from './lab-fields.ts'

afterEach(cleanup)

const off = { mailOnReport: false, preliminaryVisible: false, archiveReports: false, everySeriesDisplayed: false }
const lab: LabFields = {
  ...emptyLab,
  ...off,
  name: 'CITYLAB',
  identifier: 'CITY',
  sharePinRequired: false,
  displayRules: [],
  quietHours: { from: '', to: '' },
  escalationEmails: [],
  version: 1,
}
const resolver = createResolver<LabFields>(LabUpdate, escalationFields)

function Form({ save }: { save: (fields: Pick<LabFields, 'quietHours' | 'escalationEmails'>) => void }) {
  const form = useForm<LabFields>({ defaultValues: lab, resolver })
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
  screen.getByText('Please enter a valid email address')
  expect(save).not.toHaveBeenCalled()
})
