import { afterEach, expect, test } from 'vitest'
import { sentWords, setEmailsKept } from './email-words.ts'

afterEach(() => setEmailsKept(false))

test('an email was sent to its address where a mail server is set', () => {
  expect(sentWords('A new password', 'ada@readroom.example')).toBe('A new password was sent to ada@readroom.example')
})

test('an email that stays on the server is not called sent', () => {
  setEmailsKept(true)
  expect(sentWords('A new password', 'ada@readroom.example')).toBe(
    'A new password for ada@readroom.example was not sent. No mail server is set. Emails stay in a folder of the server, and nobody receives them.',
  )
})
