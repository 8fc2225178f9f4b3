import type { Priority } from '@readroom/contracts/core/primitives'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { makeRow } from '../../../lib/studies/study.fixture.ts'
import { PriorityChoice } from './priority-choice.tsx'

afterEach(cleanup)

function show(...priorities: Priority[]) {
  const onChange = vi.fn()
  const studies = priorities.map((priority, index) => ({ ...makeRow(index), priority }))
  render(<PriorityChoice studies={studies} value={undefined} onChange={onChange} />)
  const choice = screen.getByLabelText<HTMLSelectElement>('Priority')
  const offered = [...choice.options].filter(({ disabled }) => !disabled).map(({ text }) => text)
  return { shown: choice.selectedOptions[0]?.text, offered, onChange, choice }
}

test('shows the priority of a study and offers only higher ones', () => {
  const { shown, offered, onChange, choice } = show('URGENT')
  expect([shown, offered]).toEqual(['URGENT', ['URGENT', 'STAT', 'EMERGENCY']])
  fireEvent.change(choice, { target: { value: 'STAT' } })
  expect(onChange).toHaveBeenLastCalledWith('STAT')
  fireEvent.change(choice, { target: { value: 'URGENT' } })
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})

test('different priorities read Mixed until one is chosen, which lowers none of them', () => {
  const { shown, offered, onChange, choice } = show('HIGH', 'EMERGENCY')
  expect(shown).toBe('Mixed')
  expect(offered).toEqual(['Mixed', 'URGENT or higher', 'STAT or higher', 'EMERGENCY or higher'])
  fireEvent.change(choice, { target: { value: 'STAT' } })
  expect(onChange).toHaveBeenLastCalledWith('STAT')
})

test('several studies with the same priority show it', () => {
  expect(show('NORMAL', 'NORMAL').shown).toBe('NORMAL')
})
