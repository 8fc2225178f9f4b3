import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Axe's rules about colours. Its other rules check names, roles and structure, which don't depend on the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

type Part = { include?: string; exclude?: string[] }

async function findViolations(page: Page, { include = 'body', exclude = [] }: Part, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ context, runOnly }) => {
      // Skips details of passed checks and all fetching, which would take half of the time.
      const quick = { resultTypes: ['violations' as const], preload: false, iframes: false }
      const { violations } = await window.axe.run(context, { ...quick, ...(runOnly && { runOnly }) })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
      )
    },
    { context: { include: [include], exclude }, runOnly: rules },
  )
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme ?? 'light')
const setTheme = (page: Page, theme: string) =>
  page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme)

/** Checks that axe finds no violations in the page, or a part of it, in its current theme. `name` describes the page. */
export async function expectAccessible(page: Page, name: string, part: Part = {}): Promise<void> {
  expect.soft(await findViolations(page, part), name).toEqual([])
}

/** Checks that axe finds no violations in either theme, and that the page doesn't scroll sideways. The page keeps its theme. */
export async function expectAccessibleInThemes(page: Page, name: string, part: Part = {}): Promise<void> {
  await expectAccessible(page, name, part)
  const theme = await themeOf(page)
  await setTheme(page, theme === 'dark' ? 'light' : 'dark')
  expect.soft(await findViolations(page, part, colourRules), `${name}, other theme`).toEqual([])
  await setTheme(page, theme)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(width, `${name}, width`).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}
