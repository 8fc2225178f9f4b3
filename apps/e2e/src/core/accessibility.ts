import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Axe's rules about colours. Its other rules check names, roles and structure, which don't depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']
/** Rules that axe leaves out by default. A visible label must be in the accessible name, or speech control does not find its button. */
const extraRules = { 'label-content-name-mismatch': { enabled: true } }
const withoutColours = Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }]))

const narrow = { width: 390, height: 844 }

type Part = { include?: string; exclude?: string[] }

async function findViolations(
  page: Page,
  { include = 'body', exclude = [] }: Part,
  chosen: axe.RunOptions = { rules: extraRules },
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ context, options }) => {
      // Skips details of passed checks and all fetching, which would take half of the time.
      const quick = { resultTypes: ['violations' as const], preload: false, iframes: false }
      const { violations } = await window.axe.run(context, { ...quick, ...options })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
      )
    },
    { context: { include: [include], exclude }, options: chosen },
  )
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? 'light')
const setTheme = (page: Page, theme: string) =>
  page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme)

/** Checks that the page doesn't scroll sideways. */
async function expectFits(page: Page, name: string): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(width, `${name}, width`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Checks that axe finds no violations in the page, or a part of it, in its current theme. `name` describes the page. */
export async function expectAccessible(page: Page, name: string, part: Part = {}): Promise<void> {
  expect.soft(await findViolations(page, part), name).toEqual([])
}

/** Checks that axe finds no violations in either theme, and that the page doesn't scroll sideways. The page keeps its theme. */
export async function expectAccessibleInThemes(page: Page, name: string, part: Part = {}): Promise<void> {
  await expectAccessible(page, name, part)
  const theme = await themeOf(page)
  await setTheme(page, theme === 'dark' ? 'light' : 'dark')
  const violations = await findViolations(page, part, { runOnly: colourRules })
  expect.soft(violations, `${name}, other theme`).toEqual([])
  await setTheme(page, theme)
  await expectFits(page, name)
}

/**
 * Checks both themes at the page's width. Then narrows the window to a phone's width and checks again that nothing scrolls sideways, and every rule but
 * those about colours, which don't depend on the width. The page gets its width back.
 */
export async function expectAccessibleAtBothWidths(page: Page, name: string, part: Part = {}): Promise<void> {
  await expectAccessibleInThemes(page, name, part)
  const wide = page.viewportSize()
  if (!wide) throw new Error('the page has no size')
  await page.setViewportSize(narrow)
  expect.soft(await findViolations(page, part, { rules: { ...extraRules, ...withoutColours } }), `${name}, narrow`).toEqual([])
  await expectFits(page, `${name}, narrow`)
  await page.setViewportSize(wide)
}
