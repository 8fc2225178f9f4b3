import { execFileSync } from 'node:child_process'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { readHeader } from '@readroom/hl7/message/header'
import { parseMessage } from '@readroom/hl7/message/message'
import { readAcknowledgement } from '@readroom/hl7/message/read-acknowledgement'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { type HabitMessage, habitMessages } from './habits.fixture.ts'
import { createConnection, listMessages, listOrders } from './hl7.fixture.ts'
import { receive } from './hl7-receive.ts'

/** `READROOM_MESSAGES=10000` draws more. */
const { READROOM_MESSAGES } = z.object({ READROOM_MESSAGES: z.coerce.number().default(300) }).parse(process.env)
const messages = habitMessages(READROOM_MESSAGES)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

test('nothing that is acknowledged is stored differently from the model', {
  timeout: 60_000 + 200 * messages.length,
}, async () => {
  const connection = await createConnection(database.db)
  const context = { database, log: silent, onMessage: () => {} }
  for (const { bytes } of messages) {
    const answers = await receive(context, connection, '127.0.0.1', bytes)
    expect(readAcknowledgement(answers?.[0] ?? Buffer.of()), bytes.toString()).toMatchObject({ code: 'AA' })
  }
  const stored = new Map((await listOrders(database, connection.labId)).map((order) => [order.placerNumber, order]))
  const flags = new Map((await listMessages(database, connection.id)).map((message) => [message.controlId, message.flags]))
  for (const [at, message] of messages.entries()) {
    for (const expected of message.expected) {
      const row = new Map<string, unknown>(Object.entries(stored.get(String(expected.placerNumber)) ?? {}))
      const found = Object.fromEntries(Object.keys(expected).map((name) => [name, row.get(name)]))
      expect(found, message.bytes.toString()).toEqual(expected)
    }
    const sorted = [...new Set(message.flags)].toSorted()
    expect(flags.get(`H${at + 1}`)?.toSorted(), message.bytes.toString()).toEqual(sorted)
  }
  expect(stored.size).toBe(messages.flatMap(({ expected }) => expected).length)
})

/** Reads fields with another program's library. It knows CR between segments, and no text with a line break of CR. */
const program = `
import sys, json, hl7
out = []
for text in json.load(sys.stdin):
    out.append([[str(s[0])] + [str(f) for f in s[1:]] for s in hl7.parse(text)])
json.dump(out, sys.stdout)
`
const python = '/usr/bin/python3'
function hasPeer(): boolean {
  try {
    execFileSync(python, ['-c', 'import hl7'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns the fields of a message as this reader sees them, without the header, which both programs count in their own way. */
function fieldsOf({ bytes }: HabitMessage): string[][] {
  const { header, segments } = parseMessage(bytes, '8859/1')
  const { repetition } = header.separators
  return segments.slice(1).map((segment) => {
    const fields = Array.from({ length: 60 }, (_, at) =>
      Array.from({ length: segment.repetitions(at + 1) }, (_each, again) => segment.raw(at + 1, again + 1)).join(repetition),
    )
    return [segment.name, ...fields.slice(0, fields.findLastIndex((field) => field !== '') + 1)]
  })
}

test.skipIf(!hasPeer())('python3-hl7 finds the same segments and fields', () => {
  const plain = messages.filter(({ isForPeer }) => isForPeer)
  expect(plain.length).toBeGreaterThan(messages.length / 20)
  const given = JSON.stringify(plain.map(({ bytes }) => bytes.toString().replaceAll(/\r+/g, '\r')))
  const answered: unknown = JSON.parse(execFileSync(python, ['-c', program], { input: given, maxBuffer: 256_000_000 }).toString())
  const theirs = z.array(z.array(z.array(z.string()))).parse(answered)
  for (const [at, message] of plain.entries()) {
    expect(readHeader(message.bytes).field(10)).not.toBe('')
    const peer = (theirs[at] ?? []).slice(1).map((fields) => fields.slice(0, fields.findLastIndex((field) => field !== '') + 1))
    expect(fieldsOf(message), message.bytes.toString()).toEqual(peer)
  }
})
