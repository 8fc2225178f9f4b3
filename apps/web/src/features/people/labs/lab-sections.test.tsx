import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { useCheckedForm } from '../../../lib/forms/use-checked-form.ts'
import { emptyLab, NewLab } from './lab-fields.ts'
import { InfoSection } from './lab-sections.tsx'

afterEach(cleanup)

function Form() {
  const { form } = useCheckedForm({ schema: NewLab, values: emptyLab })
  const { errors } = form.formState
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(() => undefined)}>
        {errors.identifier && <p>Not saved</p>}
        <InfoSection />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  )
}

test('an identifier or AE title of more than 16 characters is refused, not cut', async () => {
  render(<Form />)
  const [identifier, title] = [screen.getByLabelText(/^Identifier/), screen.getByLabelText(/^AE titles/)]
  for (const field of [identifier, title]) expect(field.hasAttribute('maxlength')).toBe(false)
  fireEvent.change(identifier, { target: { value: 'northgate-imaging-2' } })
  fireEvent.change(title, { target: { value: 'northgate-scanner' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add AE title' }))
  screen.getByText('An AE title has at most 16 characters and no backslash.')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('At most 16 characters')
  expect(identifier).toHaveProperty('value', 'NORTHGATE-IMAGING-2')
})
