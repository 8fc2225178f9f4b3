import type { Page } from '@playwright/test'
import { expectAccessibleAtBothWidths } from '../core/accessibility.ts'
import { expect, test } from '../core/test.ts'

const path = '/reading-templates'
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name })
const templates = (page: Page) => page.getByRole('list', { name: 'Templates' })
const open = async (page: Page) => {
  await page.goto(path)
  await expect(templates(page)).toContainText('CT brain')
}

test('a doctor creates, edits and deletes their own template and text block, and can only view shared ones', async ({
  stage,
  enter,
}) => {
  const page = await enter(stage.doctor, { viewport: { width: 1440, height: 900 } })
  await page.getByRole('link', { name: 'Report templates' }).click()
  await expect(templates(page)).toContainText('CT brain')
  await expectAccessibleAtBothWidths(page, 'page')
  await expect(page.getByRole('button', { name: 'Delete CT brain' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Preview CT brain' }).click()
  await expect(dialogOf(page, 'CT brain')).toContainText('Midline shift')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'New template' }).click()
  const made = dialogOf(page, 'New template')
  await made.getByLabel('Name').fill(`Wrist ${stage.tag}`)
  await made.getByLabel('Modalities').fill('MR')
  await made.getByLabel('Words', { exact: true }).fill('wrist, carpus')
  await made.getByRole('button', { name: 'Add field to Findings' }).click()
  await expectAccessibleAtBothWidths(page, 'form')
  await made.getByLabel('Field', { exact: true }).fill('Scaphoid')
  await made.getByLabel('Choices, separated by commas').fill('intact, fracture')
  await made.getByLabel('Required', { exact: true }).check()
  await made.getByRole('button', { name: 'Add text to Technique' }).click()
  await made.getByLabel('Text', { exact: true }).fill('Three planes.')
  await made.getByRole('button', { name: 'Save template' }).click()
  await expect(made).toBeHidden()
  await expect(templates(page)).toContainText('Your own · MR · wrist, carpus')

  await page.getByRole('button', { name: `Preview Wrist ${stage.tag}` }).click()
  await expect(dialogOf(page, `Wrist ${stage.tag}`)).toContainText('Scaphoid: intact / fracture (required)')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Edit Wrist ${stage.tag}` }).click()
  const edited = dialogOf(page, 'Edit template')
  await expect(edited.getByLabel('Choices, separated by commas')).toHaveValue('intact, fracture')
  await edited.getByLabel('Name').fill(`Hand ${stage.tag}`)
  await edited.getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('button', { name: `Delete Hand ${stage.tag}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(templates(page)).not.toContainText(stage.tag)

  await page.getByRole('button', { name: 'Copy CT brain' }).click()
  await expect(made.getByLabel('Words', { exact: true })).toHaveValue(/brain, head/)
  await made.getByLabel('Name').fill(`Brain ${stage.tag}`)
  await made.getByRole('button', { name: 'Save template' }).click()
  await expect(templates(page)).toContainText('Your own · CT · brain, head')

  await page.getByRole('button', { name: 'New text block' }).click()
  const block = dialogOf(page, 'New text block')
  await block.getByLabel('Shortcut').fill('nofootfrac')
  await block.getByLabel('Text', { exact: true }).fill('No fracture of the foot.')
  await block.getByRole('button', { name: 'Save text block' }).click()
  await expect(page.getByRole('list', { name: 'Text blocks' })).toContainText('No fracture of the foot.')
})

test('an administrator imports a template for a laboratory, and errors in a file are reported', async ({ stage, enter }) => {
  // Administrators have the most navigation links, and all must fit in one row.
  const page = await enter(stage.admin, { viewport: { width: 1024, height: 800 } })
  await open(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
  const box = await page.getByRole('link', { name: 'System' }).boundingBox()
  expect(box?.height).toBeLessThan(40)
  await page.getByRole('button', { name: 'Import template' }).click()
  const dialog = dialogOf(page, 'Import template')
  const file = (html: string) => ({ name: 'a.html', mimeType: 'text/html', buffer: Buffer.from(html) })
  await dialog.getByLabel('File').setInputFiles(file('<script>1</script>'))
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The file has no text and no fields.')
  const html = `<title>CT ear ${stage.tag}</title><section data-section-name="Findings"><p>Clear.</p></section>`
  await dialog.getByLabel('File').setInputFiles(file(html))
  await dialog.getByLabel('For studies of').selectOption({ label: `Laboratory ${stage.tag}` })
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(dialog).toBeHidden()
  await expect(templates(page)).toContainText(`Laboratory ${stage.tag} · CT · only when chosen`)
  await page.getByRole('button', { name: `Preview CT ear ${stage.tag}` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export (MRRT)' }).click()
  expect((await download).suggestedFilename()).toBe(`CT ear ${stage.tag}.html`)
})
