import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import { studyEndpoints } from '@readroom/contracts/studies/studies'
import type { Db } from '@readroom/db/core/client'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import type { Stage } from '../core/people.ts'
import { assignTo, makePhantom, sendFiles, untilSettled } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { expectPixels, fetchStatus } from '../core/viewer.ts'
import { rowOf } from '../core/worklist.ts'

const toast = (page: Page, text: string | RegExp) => page.locator('[data-sonner-toast]').filter({ hasText: text })
const linkOf = (dialog: Locator) => dialog.getByLabel('Shareable link')
const linksOf = (dialog: Locator) => dialog.getByRole('list', { name: 'Links in use' }).getByRole('listitem')

async function openSharing(page: Page, patientName: string): Promise<Locator> {
  await rowOf(page, patientName).getByRole('button', { name: 'Share', exact: true }).click()
  return page.getByRole('dialog', { name: 'Share Study' })
}

async function generate(dialog: Locator): Promise<string> {
  await dialog.getByRole('button', { name: 'Generate Link' }).click()
  await expect(linkOf(dialog)).toHaveValue(/\/share\/[A-Za-z0-9_-]{43}$/)
  return linkOf(dialog).inputValue()
}

async function seedStudy(db: Db, { tag, labId }: Stage) {
  const fields = { patientName: `Shared Out ${tag}`, patientId: `S-${tag}`, description: 'CT HEAD PLAIN', modalities: ['CT'] }
  return createStudy(db, { ...fields, studyDate: '2026-03-14', labId, status: 'pending_assignment', settledAt: new Date() })
}

/** Opens a browser in which nobody is signed in. */
async function openStranger(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

test('a link opens one study for a visitor without an account, until it is revoked', async ({
  db,
  adminApi,
  browser,
  enter,
  stage,
  system,
}) => {
  const [shared, other] = [makePhantom(stage.tag), makePhantom('other')]
  for (const phantom of [shared, other]) await sendFiles(system, stage.aeTitle, phantom.files())
  await untilSettled({ db, adminApi }, shared.uid)
  await untilSettled({ db, adminApi }, other.uid)
  const staff = await enter(stage.staff)
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  const dialog = await openSharing(staff, shared.name)
  const { made: link, pin } = await test.step('the laboratory creates a link and copies it', async () => {
    await expect(dialog).toContainText(shared.name)
    await expect(dialog).toContainText('Link expires in 7 days')
    await expect(dialog).toContainText('No links in use.')
    await dialog.getByRole('checkbox', { name: 'Require a PIN' }).check()
    const made = await generate(dialog)
    await dialog.getByRole('button', { name: 'Copy Link' }).click()
    await expect(toast(staff, 'Link copied to clipboard!')).toBeVisible()
    expect(await staff.evaluate(() => navigator.clipboard.readText())).toBe(made)
    const mail = (await dialog.getByRole('link', { name: 'Email' }).getAttribute('href')) ?? ''
    expect(mail).toContain('mailto:?')
    expect(mail).toContain(encodeURIComponent(made))
    expect(mail).not.toContain(stage.tag)
    await expect(linksOf(dialog)).toContainText([/Lena Stave.*not opened yet.*with a PIN.*this link/])
    const pin = (await dialog.getByText(/^PIN \d{6}/).textContent())?.match(/\d{6}/)?.[0] ?? ''
    expect(decodeURIComponent(mail)).not.toContain(pin)
    return { made, pin }
  })

  const stranger = await openStranger(browser)
  await test.step('a visitor opens it and sees only the images of this study', async () => {
    const answer = await stranger.request.get(link, { headers: { accept: 'text/html' } })
    expect(answer.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
    await stranger.goto(link)
    await stranger.getByLabel('PIN').fill(pin === '000000' ? '000001' : '000000')
    await stranger.getByRole('button', { name: 'Open study' }).click()
    await expect(stranger.getByRole('alert')).toHaveText('Incorrect PIN. Tries left: 4.')
    await expect(stranger.getByText(shared.name)).toHaveCount(0)
    await stranger.getByLabel('PIN').fill(pin)
    await stranger.getByRole('button', { name: 'Open study' }).click()
    await expect(stranger.getByRole('heading', { name: shared.name })).toBeVisible()
    await expect(stranger).toHaveTitle(`${shared.name} · ${shared.patientId} - Readroom`)
    await stranger.waitForURL('**/viewer-app/**')
    await expectPixels(stranger)
    await expect(stranger).toHaveTitle(`${shared.name} · ${shared.patientId} - Readroom`)
    expect(stranger.url()).not.toContain(link.slice(-43))
    expect(await stranger.evaluate(() => document.referrer)).toBe('')
    expect(await fetchStatus(stranger, `/dicom-web/studies/${shared.uid}/series`)).toBe(200)
    expect(await fetchStatus(stranger, `/dicom-web/studies/${other.uid}/series`)).toBe(404)
    expect(await fetchStatus(stranger, '/api/lab/studies')).toBe(401)
  })

  await test.step('the laboratory sees the access and revokes the link', async () => {
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await openSharing(staff, shared.name)
    await expect(linksOf(dialog)).toContainText([/opened 1 time/])
    await linksOf(dialog).getByRole('button', { name: 'Revoke' }).click()
    await staff.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
    await expect(toast(staff, 'The link is revoked')).toBeVisible()
    await expect(linksOf(dialog)).toHaveCount(0)
  })

  await test.step('images stop at once, and the link looks as if it never existed', async () => {
    expect(await fetchStatus(stranger, `/dicom-web/studies/${shared.uid}/series`)).toBe(401)
    await stranger.reload()
    await expect(stranger.getByRole('alert')).toContainText('This link has expired or was revoked.')
    await stranger.goto(link)
    await expect(stranger.getByRole('alert')).toHaveText('Share link not found or has expired.')
    const revoked = await stranger.getByRole('main').textContent()
    await stranger.goto(`${link.slice(0, -43)}${'x'.repeat(43)}`)
    await expect(stranger.getByRole('alert')).toHaveText('Share link not found or has expired.')
    expect(await stranger.getByRole('main').textContent()).toBe(revoked)
  })
  await stranger.context().close()
})

test('other users who see the study see its links, but revoke only their own', async ({
  adminApi,
  browser,
  db,
  enter,
  stage,
}) => {
  const { id, patientName } = await seedStudy(db, stage)
  const name = patientName ?? ''
  const { study } = await adminApi.call(studyEndpoints.one, { params: { studyId: id } })
  await assignTo(adminApi, study, stage.doctor)
  const doctor = await enter(stage.doctor)
  await expect(rowOf(doctor, name).getByRole('button').last()).toBeInViewport({ ratio: 1 })
  const own = await openSharing(doctor, name)
  await expect(own).toContainText('No links in use.')
  const link = await generate(own)
  await linksOf(own).getByRole('button', { name: 'Revoke' }).waitFor()
  await expectAccessibleAtBothWidths(doctor, 'link', { include: '[role=dialog]' })

  await test.step('the page of the link is accessible', async () => {
    const stranger = await openStranger(browser)
    // Keeps the page from redirecting, so that it can be checked.
    await stranger.route('**/viewer/share/*', (route) => route.fulfill({ status: 204 }))
    await stranger.goto(link)
    await expect(stranger.getByRole('heading', { name })).toBeVisible()
    await expectAccessibleAtBothWidths(stranger, 'public')
    await stranger.context().close()
  })

  const staff = await enter(stage.staff, { path: `/lab/dashboard?date=all&dialog=share&study=${id}` })
  const foreign = staff.getByRole('dialog', { name: 'Share Study' })
  await expect(linksOf(foreign)).toContainText([stage.doctor.fullName])
  await expect(foreign.getByRole('button', { name: 'Revoke' })).toHaveCount(0)

  await test.step('a revoked link can no longer be copied', async () => {
    await linksOf(own).getByRole('button', { name: 'Revoke' }).click()
    await expectAccessibleAtBothWidths(doctor, 'revoke', { include: '[role=alertdialog]' })
    await doctor.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
    await expect(linkOf(own)).toHaveCount(0)
    await expect(own.getByRole('button', { name: 'Generate Link' })).toBeVisible()
  })

  await test.step('a failure to create a link is reported', async () => {
    const message = 'The service is not available at the moment. Please try again shortly.'
    await doctor.route('**/api/sharing/generate-link', (route) =>
      route.fulfill({ status: 503, json: { success: false, code: 'UNAVAILABLE', message } }),
    )
    await own.getByRole('button', { name: 'Generate Link' }).click()
    await expect(toast(doctor, 'Failed to generate shareable link')).toContainText(message)
  })
})
