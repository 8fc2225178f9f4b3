import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { createAdmins, password } from '../core/api-process.ts'
import { withApi } from '../core/bench-system.ts'
import { launchBrowser } from '../core/browser.ts'
import type { Figure } from '../core/figure.ts'
import { quantile } from '../core/statistics.ts'

const webDir = fileURLToPath(new URL('../../../../apps/web/dist/', import.meta.url))
const clicks = 20
const refreshes = 100

/**
 * Runs in the page before its own script; asked by name, because the page's security policy refuses scripts that Playwright would add.
 * `showTab` clicks a tab, one with another first row, and returns the milliseconds until its rows are painted; `scrollRows` scrolls through them and
 * returns the frames a second on the way.
 */
const helpers = `
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const firstRow = () => document.querySelector('[data-rows] [data-study]')?.dataset.study
  globalThis.showTab = async (name) => {
    const before = firstRow()
    const start = performance.now()
    for (const button of document.querySelectorAll('nav button')) if (button.textContent.startsWith(name)) button.click()
    while (firstRow() === before || !firstRow()) await frame()
    await frame()
    return performance.now() - start
  }
  globalThis.scrollRows = async (step) => {
    const box = document.querySelector('[data-rows]').closest('.overflow-auto')
    let frames = 0
    const start = performance.now()
    // Nothing is asked of the layout on the way: that would make it twice a frame.
    for (const end = box.scrollHeight - box.clientHeight; frames * step < end && frames < 500; frames++) {
      box.scrollTop = frames * step
      await frame()
    }
    return { frames, ms: performance.now() - start, scrolled: box.scrollTop }
  }`

async function openWorklist(page: Page, origin: string, email: string, query: string): Promise<void> {
  await page.goto(`${origin}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In to Dashboard' }).click()
  await page.waitForURL('**/admin/dashboard*')
  await show(page, query)
}

async function show(page: Page, query: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/admin/dashboard?${query}`)
  await page.locator('[data-study]').nth(10).waitFor()
}

async function timeTabs(page: Page): Promise<Figure> {
  const times: number[] = []
  for (let click = 0; click < clicks; click++) {
    times.push(await page.evaluate<number>(`showTab('${click % 2 ? 'Completed' : 'Pending'}')`))
  }
  const value = quantile(times, 0.5)
  return {
    name: `worklist of 100 rows, from click on a tab to painted rows, median of ${clicks}`,
    value,
    unit: ' ms',
    limit: 200,
  }
}

/** A row a frame is faster than anybody reads; two are a throw. */
async function scroll(page: Page, rowsAFrame: number): Promise<Figure> {
  await show(page, 'tab=completed&date=all&limit=1000')
  const moved = page.evaluate<{ frames: number; ms: number; scrolled: number }>(`scrollRows(${32 * rowsAFrame})`)
  const { frames, ms, scrolled } = await moved
  const pace = `${Math.round(scrolled)} px of 1,000 rows scroll, ${rowsAFrame} a frame`
  const name = `milliseconds a frame while ${pace} (${((frames * 1000) / ms).toFixed(1)} frames a second)`
  return { name, value: ms / frames, unit: ' ms', limit: 1000 / 55 }
}

async function usedMemory(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize
}

async function refresh(page: Page, devtools: CDPSession): Promise<Figure> {
  await show(page, 'tab=completed&date=all&limit=100')
  const reload = (count: number) =>
    page.evaluate(`(async () => { for (let n = 0; n < ${count}; n++) await showTab(n % 2 ? 'Completed' : 'Pending') })()`)
  // As many before: what is compiled on the way is not what is kept.
  await reload(refreshes)
  const before = await usedMemory(devtools)
  await reload(refreshes)
  const after = await usedMemory(devtools)
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const name = `memory after ${refreshes} readings of the list ${mb(after)} over before ${mb(before)}`
  return { name, value: after / before, unit: '', limit: 1.1 }
}

/** The worklist in a browser: how soon a tab is there, how smoothly rows scroll, and whether a day of refreshes costs memory. */
export async function benchWorklistPage(): Promise<Figure[]> {
  const args = ['--no-sandbox', '--disable-gpu']
  const browser = await launchBrowser({ args })
  try {
    return await withApi({ studies: 100_000, env: { WEB_DIR: webDir } }, async ({ databaseUrl, api }) => {
      const [email = ''] = await createAdmins(databaseUrl, 1)
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await page.addInitScript({ content: helpers })
      await openWorklist(page, api.origin, email, 'tab=completed&date=all&limit=100')
      const devtools = await context.newCDPSession(page)
      return [await timeTabs(page), await scroll(page, 1), await scroll(page, 2), await refresh(page, devtools)]
    })
  } finally {
    await browser.close()
  }
}
