import type { Page } from '@playwright/test'
import { createStudy } from '@readroom/db/testing/factories'
import { expect, test } from './test.ts'
import { rowOf, wholeList } from './worklist.ts'

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'The network may be out' })

test('a page that cannot be loaded says so, and comes once it can', async ({ stage, enter }) => {
  const page = await enter(stage.admin)
  const outage = /assets|admin\/labs/
  await page.route(outage, (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Labs' }).click()
  await expect(failure(page)).toContainText('This page could not be shown')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The server does not answer' })).toBeVisible()
  await page.unroute(outage)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Labs Management' })).toBeVisible()
})

test('a page of an older version is asked for once, and what is gone for good is said', async ({ stage, enter }) => {
  const page = await enter(stage.admin)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.route(/assets\/labs-page/, (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Labs' }).click()
  await expect(failure(page)).toContainText('This page could not be shown')
  expect(loads).toHaveLength(1)
  await page.goBack()
  await expect(page.getByRole('navigation', { name: 'Studies by progress' })).toBeVisible()
})

test('a dialog that cannot be loaded leaves the page below as it is', async ({ db, stage, enter }) => {
  const patientName = `Part ${stage.tag}`
  await createStudy(db, { labId: stage.labId, patientName, settledAt: new Date() })
  const page = await enter(stage.admin, { path: wholeList(stage) })
  await page.goto(wholeList(stage))
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
