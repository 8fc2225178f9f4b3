import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
import { waitForMail } from '../core/mail.ts'
import { makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { wholeList } from '../core/worklist.ts'

test('an administrator finds failed jobs and retries or dismisses them', async ({ enter, stage, db }) => {
  const lost = { source: 'job', payload: { v: 1 }, reason: 'of another version' } as const
  await insertDeadLetter(db, { ...lost, name: `of.tomorrow.${stage.tag}` })
  const batchId = '0198a000-0000-7000-8000-000000000001'
  await insertDeadLetter(db, {
    ...lost,
    name: 'dispatch.send',
    payload: { v: 1, batchId, of: stage.tag },
    reason: 'MailError: no answer',
  })
  const page = await enter(stage.admin)
  await page.getByRole('link', { name: 'System' }).click()
  await expect(page).toHaveTitle(/System/)
  const undone = page.getByRole('list', { name: 'Failed jobs' })
  await expect(page.getByRole('list', { name: 'Unsent emails' })).toContainText('dispatch.send')
  await expect(undone).toContainText(`of.tomorrow.${stage.tag}`)
  await expect(page.getByRole('button', { name: `Retry of.tomorrow.${stage.tag}` })).toHaveCount(0)
  await page.getByRole('button', { name: `Dismiss of.tomorrow.${stage.tag}` }).click()
  await expect(page.getByText('Entry removed from the list')).toBeVisible()
  await expect(page.getByText(`of.tomorrow.${stage.tag}`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Retry dispatch.send' }).first().click()
  await expect(page.getByText('Job queued again')).toBeVisible()
})

test('the system page shows services, programs and stored data, and a test email arrives', async ({ enter, stage, system }) => {
  const page = await enter(stage.admin, { path: '/admin/system' })
  const parts = page.getByRole('table', { name: 'Dependencies' })
  for (const name of ['Database', 'Image archive', 'Object storage', 'Queue', 'Workers'])
    await expect(parts.getByRole('row').filter({ hasText: name })).toContainText('Up')
  const programs = page.getByRole('list', { name: 'Programs' })
  await programs.getByText('Worker', { exact: true }).click()
  await expect(programs).toContainText('SMTP_URL')
  await expect(programs).not.toContainText(/:\/\/[^/\s]+:[^/\s]+@/)
  await page.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText(/^No mail server is set\. The email stays in the folder .*mail of the server\.$/)).toBeVisible()
  await waitForMail(system, { to: stage.admin.email, subject: 'Readroom test email' })
})

test('an administrator sets the laboratory of all studies from an unregistered scanner at once', async ({
  db,
  enter,
  stage,
  system,
  adminApi,
}) => {
  const [one, two] = [makePhantom(stage.tag), makePhantom(stage.tag)]
  const unknown = `NEW${stage.tag.toUpperCase()}`
  for (const { files } of [one, two]) await sendFiles(system, unknown, files())
  for (const { uid } of [one, two]) await untilSettled({ db, adminApi }, uid)
  const page = await enter(stage.admin, { path: `/admin/dashboard?tab=all&date=all&search=${encodeURIComponent(one.name)}` })
  const row = page.getByRole('row').filter({ hasText: one.name })
  await row.getByRole('button', { name: /More actions|More/ }).click()
  await page.getByRole('menuitem', { name: 'Set location' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set location' })
  await expect(dialog).toContainText(`Sent by AE title ${unknown}`)
  await dialog.getByLabel('Laboratory').selectOption({ label: `Laboratory ${stage.tag} (${stage.aeTitle})` })
  await dialog.getByLabel(`Also 1 other study of AE title ${unknown} without a location`).check()
  await dialog.getByRole('button', { name: 'Set location' }).click()
  await expect(page.getByText('Location set for 2 studies')).toBeVisible()
  await page.goto(wholeList(stage))
  for (const { name } of [one, two]) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
})

test('a rejected image is listed with its sender until it arrives or is dismissed', async ({
  db,
  enter,
  stage,
  system,
  adminApi,
}) => {
  const [lost, sent] = [makePhantom(stage.tag, 1), makePhantom(stage.tag, 1)]
  // Written as the archive does when its disk is full, because a full disk would stop every other test.
  const notes = [lost, sent].map(({ uid, firstImageUid }) =>
    ['\n1700000000', 'no-room', stage.aeTitle, uid, `${firstImageUid}\n`].join('\t'),
  )
  await appendFile(join(system.dataDir, 'orthanc', 'storage', 'refused-objects.log'), `a name${notes.join('')}`)
  const page = await enter(stage.admin)
  await page.getByRole('link', { name: 'System' }).click()
  const refused = page.getByRole('list', { name: 'Rejected images' })
  const entryOf = ({ uid }: { uid: string }) => refused.getByRole('listitem').filter({ hasText: uid })
  for (const study of [lost, sent]) {
    await expect(entryOf(study)).toContainText(`1 image from ${stage.aeTitle} (Laboratory ${stage.tag})`)
    await expect(entryOf(study)).toContainText('The disk of the image archive was nearly full. Send them again.')
  }
  await sendFiles(system, stage.aeTitle, sent.files())
  await untilSettled({ db, adminApi }, sent.uid)
  await expect(entryOf(sent)).toHaveCount(0, { timeout: 30_000 })
  await entryOf(lost).getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Entry removed from the list')).toBeVisible()
  await expect(entryOf(lost)).toHaveCount(0)
})
