import { expect, test } from 'vitest'
import { shareMail } from './generated-link.tsx'

test('the email contains the whole link on its own line', () => {
  const link = `https://portal.example/share/${'aB-_'.repeat(10)}123`
  const mail = new URL(shareMail(link))
  expect(mail.protocol).toBe('mailto:')
  expect(mail.searchParams.get('subject')).toBe('A study has been shared with you')
  expect(mail.searchParams.get('body')?.split('\r\n')).toContain(link)
  expect(shareMail(link)).not.toContain('+')
})
