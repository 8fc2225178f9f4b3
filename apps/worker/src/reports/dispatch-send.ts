import { shareDays } from '@readroom/contracts/studies/sharing'
import { findDispatchMail, markDispatchMailed } from '@readroom/db/reports/dispatches'
import { issueDispatchLinks, revokeDispatchLinks } from '@readroom/domain/reports/dispatch-links'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import type { Paragraph } from '../core/mail/render.ts'

type Dispatched = { recipientName: string | null; reports: number; tokens: readonly string[] }

/** Links that open images without signing in. */
function imageLinks({ publicUrl }: Portal, tokens: readonly string[]): Paragraph[] {
  if (tokens.length === 0) return []
  const name = (index: number) => (tokens.length === 1 ? 'Images' : `Images ${index + 1}`)
  const addresses = tokens.map((token, index) => [name(index), new URL(`/share/${token}`, publicUrl).href])
  const words = `Anyone with this email can open the images for ${shareDays} days without signing in. Do not pass it on.`
  return [words, Object.fromEntries(addresses)]
}

/** Names nobody but the recipient: who the reports are about is read after signing in. */
function dispatchedReports(portal: Portal, { recipientName, reports, tokens }: Dispatched): Message {
  const ready = reports === 1 ? 'A report is ready' : `${reports} reports are ready`
  return write(
    portal,
    {
      fullName: recipientName,
      subject: reports === 1 ? 'A report is ready in Readroom' : `${reports} reports are ready in Readroom`,
      own: 'report',
    },
    [
      `${ready} for you. Sign in to read ${reports === 1 ? 'it' : 'them'}:`,
      { Address: loginUrl(portal) },
      ...imageLinks(portal, tokens),
      `To protect patients, this email contains no patient data. If you have no account or did not expect this email, contact ${support(portal)}.`,
    ],
  )
}

/** Tells a recipient that reports are ready. Repeated after it was sent, it does nothing. Links of a mail that was not sent open nothing. */
export async function sendDispatch(
  { database, mailer, portal }: MailContext,
  { batchId }: JobPayload<'dispatch.send'>,
  { signal }: JobRun,
): Promise<void> {
  const mail = await findDispatchMail(database.db, batchId)
  if (!mail) return
  const recipient = { email: mail.email, fullName: mail.recipientName ?? '' }
  const tokens = await database.db.transaction((tx) => issueDispatchLinks(tx, batchId))
  try {
    await mailer.send(recipient, dispatchedReports(portal, { ...mail, tokens }), signal)
  } catch (error) {
    await database.db.transaction((tx) => revokeDispatchLinks(tx, batchId))
    throw error
  }
  await markDispatchMailed(database.db, batchId)
}
