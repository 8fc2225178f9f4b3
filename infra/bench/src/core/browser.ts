import { access, constants } from 'node:fs/promises'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'
import { readConfig } from './config.ts'
import { MissingProgram } from './missing-program.ts'

/** Starts the browser of the machine. Throws MissingProgram if there is none. */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const { CHROMIUM_PATH: executablePath } = readConfig()
  const isThere = await access(executablePath, constants.X_OK).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    throw new MissingProgram(
      `There is no Chromium at ${executablePath}. Install it (apt-get install chromium), or name one by CHROMIUM_PATH.`,
    )
  }
  return chromium.launch({ ...options, executablePath })
}
