import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { type OpenDb, openDatabase } from '@readroom/db/core/client'
import { type ApiSession, signIn as openApi } from '@readroom/demo/api-client'
import { config } from './config.ts'
import { demo, type Person, password, type Stage, setStage } from './people.ts'
import { openSignedIn } from './session.ts'
import { slowDown } from './slow-network.ts'
import { describeSystem, type System } from './system.ts'
import { expectCounts } from './worklist.ts'

export { expect }

/** Opens a new browser context, signed in through the API, at `path` or the person's dashboard. */
export type Enter = (
  person: Person,
  options?: BrowserContextOptions & { path?: string; theme?: 'light' | 'dark' },
) => Promise<Page>

/** `slowNetwork` is the seed of the delays of all requests, or null for none. */
export type TestOptions = { slowNetwork: number | null }
type TestFixtures = TestOptions & { enter: Enter; stage: Stage }
type WorkerFixtures = { system: System; db: OpenDb; adminApi: ApiSession }

/** Runs in every page. Empty ones have no storage. */
function rememberTheme(theme: string): void {
  if (self.origin !== 'null') localStorage.setItem('theme', theme)
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  system: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern
    async ({}, use) => {
      if (!config.dataDir) throw new Error('The global setup has not run')
      await use(await describeSystem(config.dataDir))
    },
    { scope: 'worker' },
  ],
  db: [
    async ({ system }, use) => {
      const { db, close } = openDatabase(system.databaseUrl, { max: 2, onError: () => {} })
      await use(db)
      await close()
    },
    { scope: 'worker' },
  ],
  adminApi: [
    async ({ system }, use) => {
      const api = await openApi(system.url, demo.admin.email, password)
      await use(api)
      await api.signOut()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ system }, use) => use(system.url),
  slowNetwork: [config.slowNetwork, { option: true }],
  context: async ({ context, slowNetwork }, use) => {
    if (slowNetwork !== null) await slowDown(context, slowNetwork)
    await use(context)
  },
  stage: async ({ db }, use) => use(await setStage(db)),

  enter: async ({ browser, baseURL, slowNetwork }, use) => {
    const opened: Page[] = []
    const errors: string[] = []
    await use(async (person, { path = dashboardPaths[person.role], theme, ...options } = {}) => {
      const context = await browser.newContext({ ...options, ...(baseURL && { baseURL }) })
      if (slowNetwork !== null) await slowDown(context, slowNetwork)
      // A script error fails the test, and so does a dialog opened by a hostile name.
      context.on('weberror', (error) => {
        const { message, stack } = error.error()
        // The archive's own page throws if images are slow, and its test checks the result. A frame that was left has no stack.
        const isInArchiveViewer = error.page()?.url().includes('/archive-viewer/')
        if (stack?.includes('/web-viewer/') || (isInArchiveViewer && !stack?.includes('/assets/'))) return
        // An OHIF frame that is removed while loading reports that the rest of it didn't load.
        if (/^Loading (CSS )?chunk/.test(message) && message.includes('/viewer-app/')) return
        errors.push(stack ?? message)
      })
      context.on('dialog', (dialog) => {
        // A reload of a page with unsaved changes asks first, and the test continues.
        if (dialog.type() === 'beforeunload') return void dialog.accept()
        errors.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      if (theme) await context.addInitScript(rememberTheme, theme)
      const page = await context.newPage()
      opened.push(page)
      await openSignedIn(page, person, path)
      // A dialog opened by the address hides the counts.
      if (path.startsWith(dashboardPaths[person.role]) && !path.includes('dialog=')) await expectCounts(page)
      return page
    })
    expect(errors).toEqual([])
    await Promise.all(opened.map((page) => page.context().close()))
  },
})
