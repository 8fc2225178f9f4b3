import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectAccessibleInThemes } from '../core/accessibility.ts'
import { freePort } from '../core/free-port.ts'
import { expect, test } from '../core/test.ts'

/** Starts DCMTK's `storescp`: a scanner, or an archive, that answers C-ECHO. */
async function startReceiver() {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-receiver-'))
  const port = await freePort()
  const program = spawn('storescp', ['-od', dir, String(port)], { stdio: 'ignore' })
  const ended = once(program, 'exit')
  const stop = async () => {
    program.kill('SIGKILL')
    await ended
    await rm(dir, { recursive: true, force: true })
  }
  return { port, stop }
}

test('an administrator connects a scanner and an archive, and tests both', async ({ stage, enter }) => {
  const { port, stop } = await startReceiver()
  try {
    const page = await enter(stage.admin, { path: '/admin/connections' })
    const lab = page.getByRole('row', { name: `Laboratory ${stage.tag}` })
    await lab.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Called AE title').fill(`W${stage.aeTitle}`.slice(0, 16))
    await page.getByRole('textbox', { name: 'Scanners' }).fill('127.0.0.1')
    await page.getByRole('button', { name: 'Save worklist' }).click()

    await lab.getByRole('button', { name: 'DICOM settings' }).click()
    const scanner = page.getByRole('row', { name: stage.aeTitle })
    await scanner.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Host').fill('10.9.8.7')
    await page.getByLabel('Port').fill(String(port))
    await page.getByRole('button', { name: 'Save scanner' }).click()
    await expect(page.getByText('This address is private.')).toBeVisible()
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByRole('button', { name: 'Save scanner' }).click()
    await scanner.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(scanner).toContainText(/Answered in \d+ ms/)
    await expectAccessibleInThemes(page, 'DICOM settings')
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.goto('/admin/deliveries')
    await page.getByRole('button', { name: 'Add destination' }).click()
    const form = page.getByRole('form', { name: 'Add destination' })
    await form.getByLabel('Name', { exact: true }).fill(`Archive ${stage.tag}`)
    await form.getByLabel('Laboratory').selectOption({ label: `Laboratory ${stage.tag}` })
    await form.getByLabel('Kind').selectOption('DICOM C-STORE')
    await form.getByLabel('AE title of the receiver').fill('ARCHIVE')
    await form.getByLabel('Own AE title').fill('READROOM')
    await form.getByLabel('Host').fill('127.0.0.1')
    await form.getByRole('textbox', { name: 'Port' }).fill(String(port))
    await page.getByRole('button', { name: 'Save destination' }).click()
    const archive = page.getByRole('row', { name: `Archive ${stage.tag}` })
    await archive.getByRole('button', { name: 'Send a test message' }).click()
    await expect(archive).toContainText('Accepted', { timeout: 30_000 })
  } finally {
    await stop()
  }
})
