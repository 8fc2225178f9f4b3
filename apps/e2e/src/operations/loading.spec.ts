import type { Page } from '@playwright/test'
import { createStudy } from '@readroom/db/testing/factories'
import { seedReading } from '../core/reading.ts'
import { expect, test } from '../core/test.ts'
import { rowOf, wholeList } from '../core/worklist.ts'

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Your network may be down' })
const progress = (page: Page) => page.getByRole('progressbar', { name: 'Loading' })

test('a page that fails to load says so, and opens once it can', async ({ stage, enter }) => {
  const page = await enter(stage.admin)
  const outage = /assets|admin\/doctors/
  await page.route(outage, (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'People' }).click()
  await expect(failure(page)).toContainText('This page could not be loaded')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The server does not answer' })).toBeVisible()
  await page.unroute(outage)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Doctors Management' })).toBeVisible()
})

test('reloads once for a page of an older version, and reports a page that is gone for good', async ({ stage, enter }) => {
  const page = await enter(stage.admin)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.route(/assets\/doctors-page/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'People' }).click()
  await expect(failure(page)).toContainText('This page could not be loaded')
  expect(loads).toHaveLength(1)
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Studies by progress' })).toBeVisible()
})

test('a dialog that fails to load leaves the page below unchanged', async ({ db, stage, enter }) => {
  const patientName = `Part ${stage.tag}`
  await createStudy(db, { labId: stage.labId, patientName, settledAt: new Date() })
  const page = await enter(stage.admin, { path: wholeList(stage) })
  await page.route(/assets\/reports-dialog/, (route) => route.fulfill({ status: 500 }))
  await rowOf(page, patientName)
    .getByRole('button', { name: /^Reports/ })
    .click()
  await expect(failure(page)).toBeVisible()
  await expect(rowOf(page, patientName)).toBeVisible()
  await failure(page).getByRole('button', { name: 'Close' }).click()
  await expect(failure(page)).toBeHidden()
  await page.unroute(/assets\/reports-dialog/)
  await rowOf(page, patientName)
    .getByRole('button', { name: /^Reports/ })
    .click()
  await failure(page).getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('dialog')).toContainText(patientName)
})

test('a loading page shows its progress, and the keys of the previous page do nothing', async ({
  db,
  stage,
  adminApi,
  enter,
}) => {
  const patientName = `Left ${stage.tag}`
  await seedReading({ db, stage, adminApi }, [stage.doctor], { patientName })
  const page = await enter(stage.doctor)
  const row = rowOf(page, patientName)
  await row.click()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/assets\/turnaround-page/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.getByRole('link', { name: 'TAT Reports' }).click()
  await expect(page).toHaveURL(/tat/)
  await row.click()
  await expect(progress(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/tat/)
  arrive()
  await expect(page.getByRole('heading', { name: 'TAT Performance Report' })).toBeVisible()
  await expect(progress(page)).toBeHidden()
})
