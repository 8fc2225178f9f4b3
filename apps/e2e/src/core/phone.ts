import type { Page } from '@playwright/test'
import { expectPixels } from './viewer.ts'
import { rowOf } from './worklist.ts'

/** A browser context as a phone has it. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** Opens a study from the worklist in the phone's viewer and waits for its image. */
export async function openOnPhone(page: Page, name: string): Promise<Page> {
  const opening = page.waitForEvent('popup')
  await rowOf(page, name).getByRole('button', { name: 'Open', exact: true }).tap()
  const viewer = await opening
  await expectPixels(viewer)
  return viewer
}

/** The place in the series, such as `1 / 30`. */
export const placeOf = (viewer: Page, text: string) => viewer.getByText(text, { exact: true })
/** The control with window width and level. */
export const windowOf = (viewer: Page) => viewer.getByRole('button', { name: /^W \S+ L \S+$/ })
export const presetsOf = (viewer: Page) => viewer.getByRole('group', { name: 'Window' }).getByRole('button')
