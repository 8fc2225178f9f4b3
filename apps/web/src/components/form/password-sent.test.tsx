import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setEmailsKept } from '../../lib/email-words.ts'
import { PasswordSent } from './password-sent.tsx'

afterEach(() => {
  setEmailsKept(false)
  cleanup()
})

const words = (isLater: boolean) => {
  render(<PasswordSent email="ada@readroom.example" isLater={isLater} />)
  return screen.getByText(/generated password/).textContent
}

test.each([
  [false, 'A generated password has been sent to ada@readroom.example.'],
  [true, 'A generated password will be sent to ada@readroom.example when the laboratory is activated.'],
])('the password of a new account goes by email (later: %s)', (isLater, expected) => {
  expect(words(isLater)).toBe(expected)
})

test('without a mail server the password is not called sent', () => {
  setEmailsKept(true)
  expect(words(false)).toMatch(/for ada@readroom.example was not sent\. No mail server is set\./)
})
