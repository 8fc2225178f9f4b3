import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DayInput } from './day-input.tsx'

afterEach(cleanup)

function showField(first: string) {
  const onDay = vi.fn()
  function Form() {
    const [day, setDay] = useState(first)
    return (
      <DayInput
        aria-label="From date"
        value={day}
        onDay={(next) => {
          onDay(next)
          setDay(next)
        }}
      />
    )
  }
  render(<Form />)
  const field = screen.getByRole('textbox', { name: 'From date' })
  return { field, onDay, type: (value: string) => fireEvent.change(field, { target: { value } }) }
}

test('shows a day in the order of the page, and writes a typed or pasted one in that order when it is left', () => {
  const { field, onDay, type } = showField('2026-02-01')
  expect(field).toHaveProperty('value', '01/02/2026')
  for (const [text, day] of [
    ['3.2.2026', '2026-02-03'],
    [' 2026-02-04 ', '2026-02-04'],
  ] as const) {
    type(text)
    expect(onDay).toHaveBeenLastCalledWith(day)
    expect(field).toHaveProperty('value', text)
    fireEvent.blur(field)
    expect(field).toHaveProperty('value', day === '2026-02-03' ? '03/02/2026' : '04/02/2026')
  }
})

test('says what to type instead of a text that is no day, and keeps both', () => {
  const { field, onDay, type } = showField('2026-02-01')
  type('02/13/2026')
  fireEvent.blur(field)
  expect(screen.getByRole('alert').textContent).toBe('Enter a date as dd/mm/yyyy')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(field).toHaveProperty('value', '02/13/2026')
  expect(onDay).not.toHaveBeenCalled()
  type('')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onDay).toHaveBeenLastCalledWith('')
})
