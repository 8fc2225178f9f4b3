import { join } from 'node:path'
import { config } from '../core/config.ts'
import { demo } from '../core/people.ts'
import { expect, test } from '../core/test.ts'
import { rowsOf } from '../core/worklist.ts'

const viewport = { width: 1440, height: 900 }
const pictureOf = (name: string) => join(config.root, 'docs/images', `${name}.png`)

/** Takes the pictures of the README, with the demo's invented patients: `UPDATE_SCREENSHOTS=1 playwright test`. */
test("the administrator's worklist, light", async ({ enter }) => {
  const page = await enter(demo.admin, { viewport, theme: 'light', path: '/admin/dashboard?tab=all&date=all' })
  await expect(rowsOf(page).first()).toBeVisible()
  await page.screenshot({ path: pictureOf('worklist-light') })
})

test("the radiologist's worklist, dark", async ({ enter }) => {
  const page = await enter(demo.doctor, { viewport, theme: 'dark', path: '/doctor/dashboard?date=all' })
  await expect(rowsOf(page).first()).toBeVisible()
  await page.screenshot({ path: pictureOf('worklist-dark') })
})
