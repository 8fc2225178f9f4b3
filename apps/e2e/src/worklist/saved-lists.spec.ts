import type { Page } from '@playwright/test'
import { createStudy } from '@readroom/db/testing/factories'
import { expect, test } from '../core/test.ts'
import { readCount, rowOf, rowsOf, tabOf } from '../core/worklist.ts'

const lists = (page: Page) => page.getByRole('navigation', { name: 'Saved lists' })
const listOf = (page: Page, name: string) =>
  lists(page)
    .getByRole('button', { name: new RegExp(`${name}(?! \\w*about)`) })
    .first()

async function save(page: Page, name: string) {
  await page.getByRole('button', { name: 'Save this list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this list' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

test('a list is saved, opened by its number, changed and made the default, and its counts are updated', async ({
  db,
  stage,
  enter,
}) => {
  const seed = (patientName: string, more: object = {}) =>
    createStudy(db, {
      labId: stage.labId,
      status: 'pending_assignment',
      settledAt: new Date(),
      modalities: ['CT'],
      patientName: `${patientName} ${stage.tag}`,
      ...more,
    })
  await seed('Ana', { caseType: 'emergency' })
  await seed('Bo')
  await seed('Cleo', { modalities: ['MR'] })
  const page = await enter(stage.staff, { viewport: { width: 2240, height: 900 } })
  await expect(rowsOf(page)).toHaveCount(3)

  await page.goto('/lab/dashboard?modality=CT&tab=pending')
  await expect(rowsOf(page)).toHaveCount(2)
  await save(page, '早番 CT')
  await expect(listOf(page, '早番 CT')).toHaveAttribute('aria-current', 'true')
  await expect(listOf(page, '早番 CT')).toContainText('1 urgent')
  await expect(listOf(page, '早番 CT')).toContainText('2 studies')

  await lists(page).getByRole('button', { name: 'No list' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
  await page.keyboard.press('1')
  await expect(rowsOf(page)).toHaveCount(2)
  await expect(tabOf(page, 'Pending')).toHaveAttribute('aria-current', 'page')

  await tabOf(page, 'All').click()
  await expect(lists(page).getByText('Changed')).toBeVisible()
  await page.reload()
  await expect(lists(page).getByText('Changed')).toBeVisible()
  await lists(page).getByRole('button', { name: 'Update' }).click()
  await expect(lists(page).getByText('Changed')).toBeHidden()

  await page.getByRole('button', { name: 'More about 早番 CT' }).click()
  await page.getByRole('menuitem', { name: 'Open with the dashboard' }).click()
  await expect(listOf(page, '早番 CT')).toContainText('Opens with the dashboard')
  await page.goto('/lab/dashboard')
  await expect(page).toHaveURL(/[?&]list=/)
  await expect(rowsOf(page)).toHaveCount(2)
  expect(await readCount(page, 'All')).toBe(2)
})

test('on a phone the lists open as a sheet', async ({ db, stage, enter }) => {
  const patientName = `Dora ${stage.tag}`
  const fields = { labId: stage.labId, settledAt: new Date(), modalities: ['US'], patientName }
  await createStudy(db, { ...fields, status: 'pending_assignment' })
  const page = await enter(stage.staff, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await expect(rowOf(page, patientName)).toBeVisible()
  await page.getByRole('button', { name: 'List No list' }).click()
  await save(page, 'Everything')
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await expect(page.getByRole('button', { name: 'List Everything' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
