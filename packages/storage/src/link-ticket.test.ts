import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLinkTicket, writeLinkTicket } from './link-ticket.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = now.getTime() + 1000
const ticket = { key: 'zips/a.zip', fileName: 'Ärzte "1".zip', contentType: 'application/zip' }

test('a ticket is good until it expires, with the secret that made it', () => {
  const text = writeLinkTicket('secret', ticket, later)
  expect(text).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/)
  expect(readLinkTicket('secret', text, now)).toEqual(ticket)
  expect(readLinkTicket('secret', text, new Date(later))).toBeNull()
  expect(readLinkTicket('another', text, now)).toBeNull()
})

test('nothing but a ticket is one', () => {
  const text = writeLinkTicket('secret', ticket, later)
  const anything = fc.oneof(fc.string(), fc.tuple(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 })))
  fc.assert(
    fc.property(anything, (input) => {
      const given = typeof input === 'string' ? input : text.slice(0, input[0]) + input[1] + text.slice(input[0] + 1)
      return given === text || readLinkTicket('secret', given, now) === null
    }),
  )
})
