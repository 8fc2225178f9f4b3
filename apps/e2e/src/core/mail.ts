import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readMails } from '@readroom/local/services/mail-reader'
import type { System } from './system.ts'

const WAIT_MS = 15_000
const POLL_MS = 100

type Wanted = { to: string; subject: string }

async function findMail(dir: string, { to, subject }: Wanted) {
  const mails = await readMails(dir)
  return mails.findLast((mail) => mail.subject === subject && mail.to?.some(({ address }) => address === to))
}

/** Waits for the newest email to that address with exactly that subject. */
export async function waitForMail({ dataDir }: System, wanted: Wanted): Promise<{ subject: string; text: string }> {
  for (const started = Date.now(); Date.now() - started < WAIT_MS; ) {
    const mail = await findMail(join(dataDir, 'mail'), wanted)
    if (mail) return { subject: mail.subject ?? '', text: mail.text ?? '' }
    await delay(POLL_MS)
  }
  throw new Error(`No mail "${wanted.subject}" to ${wanted.to} came within ${WAIT_MS / 1000} s`)
}
