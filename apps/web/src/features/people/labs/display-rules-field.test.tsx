import type { DisplayRules } from '@readroom/contracts/reading/display-rules'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test, vi } from 'vitest'
import { DisplayRulesField, displayRulesWords } from './display-rules-field.tsx'
import type { LabFields } from './lab-fields.ts'

afterEach(cleanup)

function Form({ rules, save }: { rules: DisplayRules; save: (rules: DisplayRules) => void }) {
  const form = useForm<LabFields>({ defaultValues: { displayRules: rules } })
  return (
    <FormProvider {...form}>
      <form onSubmit={form.handleSubmit(({ displayRules }) => save(displayRules))}>
        <DisplayRulesField />
        <button type="submit">Save</button>
      </form>
    </FormProvider>
  )
}

test('a modality is added with its usual rule, changed and removed', async () => {
  const save = vi.fn()
  render(<Form rules={[{ modality: 'CT', rule: 'all' }]} save={save} />)
  const saved = async (rules: DisplayRules) => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(save).toHaveBeenLastCalledWith(rules))
  }
  const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  expect([...screen.getByLabelText('Add a modality').children].map(({ textContent }) => textContent)).not.toContain('CT')
  choose('Add a modality', 'MR')
  await saved([
    { modality: 'CT', rule: 'all' },
    { modality: 'MR', rule: 'range' },
  ])
  choose('MR counts as displayed', 'one')
  fireEvent.click(screen.getByRole('button', { name: 'Remove the rule for CT' }))
  await saved([{ modality: 'MR', rule: 'one' }])
  expect(displayRulesWords([{ modality: 'MR', rule: 'one' }])).toBe('MR: Any image')
})
