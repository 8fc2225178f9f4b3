import { expect, test } from 'vitest'
import { noTexts, type Portal, write } from './messages.ts'

const portal = (texts: Partial<Portal['texts']>): Portal => ({
  publicUrl: 'https://portal.example.org',
  supportEmail: undefined,
  texts: { ...noTexts, ...texts },
})

test("an administrator's own words stand at the end, those of every mail last, each line a paragraph", () => {
  const own = portal({ every: 'Radiology of Harbour\n\nCall 0123', critical: 'At night: 0456', report: 'never here' })
  const { text, html } = write(own, { fullName: null, subject: 'Critical result', own: 'critical' }, ['Sign in.'])
  expect(text).toMatch(/Sign in\.\n\nAt night: 0456\n\nRadiology of Harbour\n\nCall 0123\n$/)
  expect(text).not.toContain('never here')
  expect(html).toContain('<p>Call 0123</p>')
})

test('they are text', () => {
  const { html } = write(portal({ every: '<img src=x>' }), { fullName: 'Ada', subject: 'A message' }, [])
  expect(html).toContain('&lt;img src=x&gt;')
})
