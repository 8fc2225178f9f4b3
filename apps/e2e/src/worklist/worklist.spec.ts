import type { Page } from '@playwright/test'
import type { Db } from '@readroom/db/core/client'
import { createStudy } from '@readroom/db/testing/factories'
import type { Stage } from '../core/people.ts'
import { needSamples, readSample, sendFiles } from '../core/studies.ts'
import { expect, test } from '../core/test.ts'
import { openReports, rowOf, rowsOf, tabOf, wholeList } from '../core/worklist.ts'

const seeded = ({ tag }: Stage, number: number) => `Seed ${String(number).padStart(3, '0')} ${tag}`

/** Creates studies of the stage's laboratory directly in the database. The first is the newest, so it is on top. */
async function seed(db: Db, stage: Stage, count: number): Promise<void> {
  const now = Date.now()
  for (let number = 1; number <= count; number += 1) {
    const receivedAt = new Date(now - number * 60_000)
    const fields = { patientName: seeded(stage, number), patientId: `S-${number}`, description: 'Seeded', modalities: ['CT'] }
    await createStudy(db, { ...fields, labId: stage.labId, status: 'pending_assignment', receivedAt, settledAt: receivedAt })
  }
}

/** The list of a laboratory for all dates, because by default it shows today's uploads. */
const allDays = '/lab/dashboard?date=all'

const expectNoSidewaysScroll = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)

/** Scrolls the list down until the row is on screen. */
async function scrollToRow(page: Page, patientName: string): Promise<void> {
  await rowsOf(page).first().hover()
  await expect(async () => {
    await page.mouse.wheel(0, 3_000)
    await expect(rowOf(page, patientName)).toBeInViewport({ timeout: 500 })
  }).toPass()
}

test('hostile names are shown as text and run nothing', async ({ system, stage, enter }) => {
  needSamples()
  const name = `<script>alert('pn')</script> O'Brien&amp;`
  await sendFiles(system, stage.aeTitle, await readSample('derived-xss'))
  const [staff, admin] = [await enter(stage.staff), await enter(stage.admin, { path: wholeList(stage) })]
  for (const page of [staff, admin]) {
    await expect(rowOf(page, name)).toContainText(`"><img src=x onerror=alert(1)>`)
    await expect(rowOf(page, name)).toContainText(`ID"'&<b>1/2?#%41`)
    const dialog = await openReports(page, name)
    await expect(dialog).toContainText(name)
    await expect(page.locator('img[src="x"], table b, table script')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test("very long texts don't break the layout", async ({ system, stage, enter }) => {
  needSamples()
  await sendFiles(system, stage.aeTitle, await readSample('derived-longstrings'))
  const page = await enter(stage.staff)
  const row = rowsOf(page).filter({ hasText: 'Wolfeschlegelsteinhausenbergerdorff' })
  await expect(row).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect((await row.boundingBox())?.height).toBe(32)
  await row.getByRole('button', { name: /^Reports/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Medical Reports' })
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(dialog.getByRole('button', { name: 'Close', exact: true })).toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('names in other scripts are shown as written', async ({ system, stage, enter }) => {
  needSamples()
  const names = {
    'charset-h31': 'Yamada Tarou (山田 太郎, やまだ たろう)',
    'charset-i2': 'Hong Gildong (洪 吉洞, 홍 길동)',
    'charset-koreanmulti': '김희중',
    'charset-greek': 'Διονυσιος',
    'charset-russ': 'Люкceмбypг',
    'charset-germ': 'Äneas Rüdiger',
    'charset-x1': 'Wang XiaoDong (王 小東)',
  }
  const page = await enter(stage.staff)
  for (const folder of Object.keys(names)) await sendFiles(system, stage.aeTitle, await readSample(folder))
  for (const name of Object.values(names)) await expect(rowOf(page, name)).toBeVisible()
})

test('chosen columns are kept, and three are required', async ({ db, stage, enter }) => {
  await seed(db, stage, 1)
  const page = await enter(stage.staff, { path: allDays })
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const chooser = page.getByRole('button', { name: /^Columns/ })
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(header('Modality')).toBeVisible()
  await expect(header('Accession')).toHaveCount(0)
  await chooser.click()
  await panel.getByRole('checkbox', { name: 'Modality' }).uncheck()
  await panel.getByRole('checkbox', { name: 'Accession' }).check()
  for (const required of ['Status', 'Patient ID', 'Patient name']) {
    await panel.getByRole('button', { name: `${required} Required` }).click()
    await expect(page.getByText(`${required} is required and cannot be hidden.`).first()).toBeVisible()
    await expect(header(required)).toBeVisible()
  }
  await page.reload()
  await expect(header('Accession')).toBeVisible()
  await expect(header('Modality')).toHaveCount(0)
  await chooser.click()
  await panel.getByRole('button', { name: 'Reset' }).click()
  await expect(header('Modality')).toBeVisible()
  await expect(header('Accession')).toHaveCount(0)
})

test('the address holds the page size, scrolling reaches all studies, and the selection stays', async ({ db, stage, enter }) => {
  await seed(db, stage, 250)
  const page = await enter(stage.staff, { path: allDays })
  await expect(page.getByText('250 of 250 studies')).toBeVisible()
  await page.getByLabel('Per page').selectOption('50')
  await expect(page).toHaveURL('/lab/dashboard?date=all&limit=50')
  await page.reload()
  await expect(page.getByText('50 of 250 studies')).toBeVisible()
  await expect(page.getByLabel('Per page')).toHaveValue('50')

  const select = (number: number) => page.getByRole('checkbox', { name: `Select ${seeded(stage, number)}`, exact: true })
  await select(2).check()
  await scrollToRow(page, seeded(stage, 250))
  await expect(page.getByText('250 of 250 studies')).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()
  await select(249).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(select(2)).toBeChecked()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(select(2)).not.toBeChecked()
})

test('the address holds the tab, so that Back, Forward and links keep it', async ({ enter, stage, db }) => {
  await seed(db, stage, 1)
  const page = await enter(stage.staff, { path: allDays })
  await expect(rowsOf(page)).toHaveCount(1)
  await tabOf(page, 'Completed').click()
  await expect(page).toHaveURL('/lab/dashboard?date=all&tab=completed')
  await expect(page.getByText('None of the 1 study is under Completed at the moment.')).toBeVisible()
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.goForward()
  await page.getByRole('button', { name: 'Show all studies' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('the keys do what the list of keys says', async ({ db, stage, enter }) => {
  await seed(db, stage, 3)
  const page = await enter(stage.admin, { path: wholeList(stage) })
  const first = rowOf(page, seeded(stage, 1))
  await first.getByRole('checkbox').check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toHaveCount(0)
  await page.keyboard.press('j')
  await expect(first).not.toBeFocused()
  await page.keyboard.press('k')
  await expect(first).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Space')

  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Medical Reports' })).toContainText(seeded(stage, 1))
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Assign Study' })).toContainText(seeded(stage, 1))
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Open the images')
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  const [viewer] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
  await viewer.close()

  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Share' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Share Study' })).toContainText(seeded(stage, 1))
  await page.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+J')
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('Shift+K')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 selected')).toHaveCount(0)
  await page.keyboard.press('/')
  await page.keyboard.type(seeded(stage, 3))
  await expect(rowsOf(page)).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, seeded(stage, 3))).toBeFocused()
})

test('shows the chosen number of rows, and more on request', async ({ db, stage, enter }) => {
  await seed(db, stage, 35)
  const page = await enter(stage.staff, { path: `${allDays}&limit=10` })
  await expect(page.getByText('10 of 35 studies')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Show 10 more' }).click()
  await expect(page.getByText('20 of 35 studies')).toBeVisible()
  await page.keyboard.press('End')
  await expect(rowOf(page, seeded(stage, 20))).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.getByText('30 of 35 studies')).toBeVisible()
  await scrollToRow(page, seeded(stage, 35))
  await expect(page.getByText('35 of 35 studies')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Show .* more$/ })).toHaveCount(0)
})

test('an unchanged list is not sent again when the user returns to it', async ({ db, enter, stage }) => {
  await seed(db, stage, 2)
  const page = await enter(stage.staff, { path: allDays })
  await expect(rowsOf(page)).toHaveCount(2)
  const statusOfReturn = async () => {
    await page.getByRole('link', { name: 'TAT Reports' }).click()
    // The address changes before the page does, and until then the list is not left.
    await expect(page.getByRole('heading', { name: 'TAT Performance Report' })).toBeVisible()
    const answer = page.waitForResponse((response) => response.url().includes('/api/lab/studies?'))
    await page.goBack()
    return (await answer).status()
  }
  // Another test may just have renamed an account, which makes every list new.
  await expect(async () => expect(await statusOfReturn()).toBe(304)).toPass()
  await expect(rowsOf(page)).toHaveCount(2)
  await createStudy(db, { labId: stage.labId, patientName: `Third ${stage.tag}`, status: 'pending_assignment' })
  expect(await statusOfReturn()).toBe(200)
  await expect(rowsOf(page)).toHaveCount(3)
})

test('one click focuses a row and opens nothing, and two open its images', async ({ db, stage, enter }) => {
  const { patientName } = await createStudy(db, {
    labId: stage.labId,
    patientName: `Clicked ${stage.tag}`,
    status: 'pending_assignment',
  })
  const page = await enter(stage.admin, { path: wholeList(stage) })
  const row = rowOf(page, patientName ?? '')
  let windows = 0
  page.on('popup', () => {
    windows += 1
  })
  await row.getByText(patientName ?? '').click()
  await expect(row).toBeFocused()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Medical Reports' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(windows).toBe(0)
  const opened = page.waitForEvent('popup')
  await row.getByText(patientName ?? '').dblclick()
  await opened
})

test('a link to a missing study says so, and one to an impossible dialog says why', async ({ db, stage, enter }) => {
  const page = await enter(stage.admin, { path: '/admin/dashboard?dialog=assign&study=junk' })
  await expect(page.getByText('Selected study not found')).toBeVisible()
  await expect(page).not.toHaveURL(/dialog=/)
  // A study that may exist, but can't be loaded.
  await page.route('**/api/studies/0*', (route) => route.fulfill({ status: 500, json: {} }))
  for (const [dialog, said] of [
    ['assign', 'Failed to prepare assignment. Please try again.'],
    ['reports', 'Failed to load reports'],
  ]) {
    await page.goto(`/admin/dashboard?dialog=${dialog}&study=01890000-0000-7000-8000-000000000001`)
    await expect(page.getByText(said ?? '', { exact: true })).toBeVisible()
    await expect(page).not.toHaveURL(/dialog=/)
  }
  await page.unrouteAll()
  const { id } = await createStudy(db, { labId: stage.labId, status: 'pending_assignment' })
  await page.goto(`/admin/dashboard?dialog=dispatch&study=${id}`)
  await expect(page.getByRole('dialog', { name: 'Dispatch Report' })).toContainText('No finalized report')
  // With several studies, the link doesn't say which.
  await page.goto('/admin/dashboard?dialog=assign')
  await expect(page).not.toHaveURL(/dialog=/)
})

test("a row's menu opens on the first click and stays open", async ({ db, enter, stage }) => {
  await seed(db, stage, 2)
  const page = await enter(stage.staff, { path: allDays })
  for (const number of [1, 2]) {
    await rowOf(page, seeded(stage, number)).getByRole('button', { name: 'More downloads' }).click()
    await expect(page.getByRole('menuitem', { name: /Download from archive/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('an administrator registers laboratories, doctors and administrators from the worklist', async ({ enter, stage }) => {
  const page = await enter(stage.admin)
  for (const [entry, path] of [
    ['Add lab', '/admin/new-lab'],
    ['Add doctor', '/admin/new-doctor'],
    ['Add admin', '/admin/new-admin'],
  ] as const) {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page).toHaveURL(path)
    await page.goBack()
  }
})
