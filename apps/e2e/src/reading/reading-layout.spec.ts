import type { Locator, Page } from '@playwright/test'
import { insertPatient } from '@readroom/db/patients/patients'
import { signIn as openApi } from '@readroom/demo/api-client'
import { password } from '../core/people.ts'
import {
  confirmWithPassword,
  openReading,
  reportOf,
  savedAt,
  sectionOf,
  seedReading,
  signByApi,
  writeIn,
  written,
} from '../core/reading.ts'
import { expect, test } from '../core/test.ts'

/** Characters of each printed line of a paragraph. */
const lineLengths = (paragraph: Locator): Promise<number[]> =>
  paragraph.evaluate((element) => {
    const lines = new Map<number, number>()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (let at = 0; at < (node.nodeValue ?? '').length; at += 1) {
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        const top = Math.round(range.getBoundingClientRect().top)
        lines.set(top, (lines.get(top) ?? 0) + 1)
      }
    }
    return [...lines.values()]
  })

/** Returns elements that are cut off at the right without an ellipsis, or extend beyond the window. */
const clippedIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShortened = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).textOverflow === 'ellipsis' || isShortened(element.parentElement))
    return [...document.querySelectorAll<HTMLElement>('main *, header *')].flatMap((element) => {
      const { overflowX, visibility } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || visibility === 'hidden' || isShortened(element)) return []
      const isCut = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
      const isOutside = box.right > window.innerWidth + 1
      return isCut || isOutside ? [`${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`] : []
    })
  })

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

test('with the priors open at 1440 pixels nothing covers or cuts off anything, and lines stay short', async ({
  system,
  stage,
  db,
  adminApi,
  enter,
}) => {
  const patientId = `R-${stage.tag}`
  const patientRowId = await insertPatient(db, { labId: stage.labId, patientId })
  if (patientRowId === null) throw new Error('the patient is there already')
  const [prior, plain, study] = await Promise.all(
    ['CT abdomen and pelvis with intravenous contrast, portal venous phase', 'Second opinion', 'CT head'].map(
      (description, index) =>
        seedReading({ db, stage, adminApi }, [stage.doctor], {
          patientRowId,
          patientId,
          description,
          modalities: ['CT'],
          patientName: `Wolfeschlegelsteinhausenbergerdorff-Montgomery Maximiliane ${stage.tag}`,
          studyDate: `2026-0${index + 1}-01`,
        }),
    ),
  )
  if (!prior || !plain || !study) throw new Error('no studies')
  const doctor = await openApi(system.url, stage.doctor.email, password)
  await signByApi(doctor, prior._id, written({ findings: 'A cyst.', impression: 'A cyst.' }))
  const page = await enter(stage.doctor)
  await page.setViewportSize({ width: 1440, height: 900 })

  await test.step('the message of a signature leaves the images and the next report free', async () => {
    await openReading(page, plain)
    await writeIn(page, 4, 'Normal.')
    await writeIn(page, 5, 'Normal.')
    await page.keyboard.press('Control+Enter')
    await confirmWithPassword(page)
    await expect(page).toHaveURL(new RegExp(study._id))
    const notice = page.getByRole('region', { name: 'Last signed report' })
    const message = await boxOf(notice)
    for (const free of [page.locator('iframe[data-images]'), reportOf(page)])
      expect(overlap(await boxOf(free), message)).toBe(false)
    await writeIn(page, 5, 'Small infarct in the territory of the left middle cerebral artery, without bleeding. '.repeat(4))
    await expect(savedAt(page)).toBeVisible()
  })

  await test.step('a line has at most 90 characters', async () => {
    const lines = await lineLengths(sectionOf(page, 'Impression').getByRole('paragraph'))
    expect(lines.length).toBeGreaterThan(2)
    expect(Math.max(...lines)).toBeLessThanOrEqual(90)
  })

  await test.step('the options of a field push the next field down', async () => {
    await page.keyboard.press('Alt+Digit4')
    const fields = sectionOf(page, 'Findings').locator('.report-field')
    await expect(fields.nth(0)).toHaveClass(/is-current/)
    const options = await boxOf(fields.nth(0).locator('.report-options'))
    const below = await boxOf(fields.nth(1))
    expect(options.y + options.height).toBeLessThanOrEqual(below.y)
  })

  await test.step('nothing is cut off beside the priors', async () => {
    await page.keyboard.press('Alt+KeyP')
    await expect(page.getByRole('complementary', { name: 'Priors' })).toContainText('CT abdomen and pelvis')
    expect(await clippedIn(page)).toEqual([])
  })
})
