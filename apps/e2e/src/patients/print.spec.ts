import type { Page } from '@playwright/test'
import type { Db } from '@readroom/db/core/client'
import { createStudy } from '@readroom/db/testing/factories'
import { expectAccessible } from '../core/accessibility.ts'
import { pagesOf } from '../core/pdf.ts'
import type { Stage } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { wholeList } from '../core/worklist.ts'

/** Ten thousand characters in which no word is repeated. */
const words = Array.from({ length: 2_000 }, (_, index) => `w${String(index).padStart(3, '0')}`)
const history = words.join(' ').slice(0, 9_999)
const name = 'Wolfeschlegelsteinhausenbergerdorff-Nguyễn Thị Hồng Ánh of the very long name that goes on and on and on'

async function addStudy(db: Db, { tag, labId }: Stage, fields: object = {}) {
  const patient = { patientId: `P-${tag}`, patientName: name, accessionNumber: `ACC-${tag}`, description: 'CT Chest' }
  return createStudy(db, { ...patient, labId, clinicalHistory: history, caseType: 'emergency', ...fields })
}

const sheetOf = (page: Page) => page.getByRole('heading', { name: 'Patient details' })
const onlyWords = (text: string) => text.match(/\bw\d{3,4}\b/g) ?? []

/** Returns how often the page called print. */
const countPrints = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.prints ?? 0))
function notePrints(): void {
  window.print = () => {
    const { dataset } = document.documentElement
    dataset.prints = String(Number(dataset.prints ?? 0) + 1)
  }
}

test('a record is printed completely, with the patient on each sheet', async ({ db, stage, enter }) => {
  const { id } = await addStudy(db, stage)
  const staff = await enter(stage.staff, { theme: 'dark', path: `/patients/P-${stage.tag}/print?studyId=${id}` })
  await expect(sheetOf(staff)).toBeVisible()
  await expect(staff.getByRole('img', { name: 'Accession number as a QR code' })).toBeVisible()
  await expect(staff.locator('html')).toHaveAttribute('data-theme', 'light')
  await expectAccessible(staff, 'record on paper')

  for (const format of ['A4', 'Letter']) {
    const pages = await pagesOf(await staff.pdf({ format }))
    expect(pages.length, format).toBeGreaterThan(2)
    for (const [index, text] of pages.entries()) {
      expect(text, `${format}, page ${index + 1}`).toContain('of the very long name that goes on and on and on')
      expect(text).toContain(`P-${stage.tag}`)
      expect(text).toContain(`${index + 1} / ${pages.length}`)
    }
    const whole = pages.join(' ')
    expect(onlyWords(whole), format).toEqual(onlyWords(history))
    for (const heading of ['Previous Injury', 'Referring physician', 'Technologist', 'Visit information', 'All studies'])
      expect(whole).toContain(heading)
    expect(whole).toContain('No Documents Found')
    expect(whole).toContain(stage.staff.fullName)
    expect(whole).not.toContain('Back')
  }
  await staff.getByRole('button', { name: 'Back' }).click()
  await expect(staff).toHaveURL(`/patients/P-${stage.tag}?studyId=${id}`)
  await expect(staff.locator('html')).toHaveAttribute('data-theme', 'dark')

  await test.step('a patient the user cannot see is not printed', async () => {
    const doctor = await enter(stage.doctor, { path: `/patients/P-${stage.tag}/print?studyId=${id}` })
    await expect(doctor.getByRole('alert')).toContainText(`Patient with ID "P-${stage.tag}" not found.`)
  })
})

test('an unknown accession number gets no code, and no text is cut off on a phone', async ({ db, stage, enter }) => {
  const { id } = await addStudy(db, stage, { accessionNumber: null, patientId: null })
  const staff = await enter(stage.staff, { viewport: { width: 390, height: 844 }, path: `/patients/N%2FA/print?studyId=${id}` })
  await expect(sheetOf(staff)).toBeVisible()
  await expect(staff.getByRole('img', { name: /QR code/ })).toHaveCount(0)
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('the button of the dialog prints at once, but its address alone does not', async ({ db, stage, enter }) => {
  const { id } = await addStudy(db, stage)
  const admin = await enter(stage.admin)
  await admin.context().addInitScript(notePrints)
  await admin.goto(`${wholeList(stage)}&dialog=summary&study=${id}`)
  const opening = admin.waitForEvent('popup')
  await admin.getByRole('dialog').getByRole('link', { name: 'Print' }).click()
  const sheet = await opening
  await expect(sheetOf(sheet)).toBeVisible()
  await expect.poll(() => countPrints(sheet)).toBe(1)
  await expect(sheet).not.toHaveURL(/auto/)
  await sheet.reload()
  await expect(sheetOf(sheet)).toBeVisible()
  expect(await countPrints(sheet)).toBe(0)
  await sheet.getByRole('button', { name: 'Print' }).click()
  expect(await countPrints(sheet)).toBe(1)
  // The page may close before the click in it is answered.
  await Promise.allSettled([sheet.waitForEvent('close'), sheet.getByRole('button', { name: 'Back' }).click()])
  expect(sheet.isClosed()).toBe(true)
})
