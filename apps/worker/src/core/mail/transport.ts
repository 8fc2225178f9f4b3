import { queueConcurrency } from '@readroom/jobs/jobs'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Message } from './messages.ts'

type Recipient = { email: string; fullName: string }

export type Mailer = {
  /** Resolves when the mail server has taken the message; throws a `MailError` if it has not. */
  send: (to: Recipient, message: Message, signal: AbortSignal) => Promise<void>
  close: () => void
}

/** The message was not taken. Says at which step, never to whom or what: the text goes to logs and to Redis. */
export class MailError extends Error {
  override name = 'MailError'
}

const STEP_MS = 10_000
const WHOLE_MS = 60_000

/** The mail library's own text may quote the server's answer, which names the recipient. */
const Failure = z.object({
  code: z.string().optional().catch(undefined),
  originalCode: z.string().optional().catch(undefined),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
})

function describeFailure(error: unknown): string {
  const { data } = Failure.safeParse(error)
  const facts = [data?.code, data?.originalCode, data?.responseCode, data?.command && `at ${data.command}`]
  return `the mail was not sent: ${facts.filter(Boolean).join(' ') || 'unknown reason'}`
}

/** Sends through the server at `url` (smtp or smtps, with its credentials). Connects when there is something to send. */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = { connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS, dnsTimeout: STEP_MS }
  const transport = createTransport(
    { pool: true, url, maxConnections: queueConcurrency.mail, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  return {
    async send({ email, fullName }, message, signal) {
      const limits = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)])
      try {
        await transport.sendMail({ ...message, to: { name: fullName, address: email }, signal: limits })
      } catch (error) {
        throw new MailError(describeFailure(error))
      }
    },
    close: () => transport.close({ force: true }),
  }
}
