import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const flag = z
  .string()
  .transform((value) => !['', '0', 'false'].includes(value))
  .default(false)

/** Set by the global setup for the workers: the data folder of the running system. */
const dataVariable = 'READROOM_E2E_DATA'

/** Chromium without a window of its own: opening a page costs a quarter of the processor time that the whole browser needs. */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

const env = z
  .object({
    CHROMIUM_PATH: z.string().default(headlessShell),
    READROOM_DICOM_SAMPLES: z.string().default(join(root, '../shared/dicom')),
    UPDATE_SCREENSHOTS: flag,
    UPDATE_CONFORMANCE: flag,
    CI: flag,
    ROBOT_SECONDS: z.coerce.number().int().positive().default(15),
    ROBOT_SEEDS: z
      .string()
      .default('20')
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(z.int())),
    SLOW_NETWORK: z.coerce.number().int().optional(),
    PATH: z.string(),
    HOME: z.string().optional(),
    [dataVariable]: z.string().optional(),
  })
  .parse(process.env)

export const config = {
  root,
  chromiumPath: env.CHROMIUM_PATH,
  /** Folder of real DICOM studies. May be absent. */
  samplesDir: env.READROOM_DICOM_SAMPLES,
  updateScreenshots: env.UPDATE_SCREENSHOTS,
  /** Writes the table of images, instead of comparing it. */
  updateConformance: env.UPDATE_CONFORMANCE,
  ci: env.CI,
  dataDir: env[dataVariable],
  /** How long the robot of the reading room writes, and the seeds of its random steps: one run for each. */
  robot: { seconds: env.ROBOT_SECONDS, seeds: env.ROBOT_SEEDS },
  /** Seed of the network delays in every test, or null for none. */
  slowNetwork: env.SLOW_NETWORK ?? null,
  /** The environment of the tested system. No other variable of the caller may lead it to another database or archive. */
  systemEnv: { PATH: env.PATH, ...(env.HOME && { HOME: env.HOME }) },
}

export function handDataDirToWorkers(dataDir: string): void {
  process.env[dataVariable] = dataDir
}
