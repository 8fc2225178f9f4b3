import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer, MailError } from './transport.ts'

const message = { subject: 'Your code', text: 'It is 123456.', html: '<p>It is 123456.</p>' }
const recipient = { email: 'ada@readroom.example', fullName: 'Ada Byron' }
const forever = new AbortController().signal

/** A mail server with a mind of its own, and a client of it. */
async function openServer(options: SMTPServerOptions) {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
  })
  server.on('error', () => {})
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve((listener.address() as AddressInfo).port))
  })
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@readroom.example' })
  onTestFinished(async () => {
    mailer.close()
    await new Promise<void>((resolve) => server.close(resolve))
  })
  return mailer
}

test('a refused recipient is an error that names the step and the answer, but neither address nor text', async () => {
  const mailer = await openServer({
    onRcptTo: ({ address }, _session, done) => done(Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 })),
  })
  const error = await mailer.send(recipient, message, forever).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(MailError)
  expect(String(error)).toBe('MailError: the mail was not sent: EENVELOPE 550 at RCPT TO')
  expect(error).not.toHaveProperty('cause')
})

test('a server that never answers is given up when the worker stops', async () => {
  const stopping = new AbortController()
  const mailer = await openServer({ onMailFrom: () => stopping.abort() })
  await expect(mailer.send(recipient, message, stopping.signal)).rejects.toThrow('the mail was not sent')
})
