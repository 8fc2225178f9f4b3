import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)
const url = (protocol: RegExp) => z.url({ protocol }).optional()

/** The variables that `npm start` reads; every other variable reaches the programs it starts unchanged. */
const Env = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url().optional(),
  READROOM_DATA: z.string().default('.data'),
  READROOM_DEMO: z.enum(['on', 'off']).default('on'),
  READROOM_ADMIN_EMAIL: z.email().optional(),
  READROOM_ADMIN_PASSWORD: z.string().min(6).optional(),
  DICOM_PORT: port.default(4242),
  DICOM_HOST: z.string().optional(),
  DATABASE_URL: url(/^postgres(ql)?$/),
  REDIS_URL: url(/^rediss?$/),
  ORTHANC_URL: url(/^https?$/),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: z.string().default(''),
  SMTP_URL: url(/^smtps?$/),
  S3_BUCKET: z.string().optional(),
  CLINIC_TIME_ZONE: z.string().default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
})

/** Returns the environment that the programs we start inherit unchanged. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => process.env

/** Services that tests use instead of starting their own. */
export function readTestServices({ TEST_DATABASE_URL, TEST_REDIS_URL }: NodeJS.ProcessEnv = process.env) {
  return { databaseUrl: TEST_DATABASE_URL, redisUrl: TEST_REDIS_URL }
}

/** The folder of real DICOM studies that tests use if it is there: the one that is named, or one beside the checkout. */
export function readSampleFolder(root: string, { READROOM_DICOM_SAMPLES }: NodeJS.ProcessEnv = process.env): string {
  return READROOM_DICOM_SAMPLES || join(root, '../shared/dicom')
}

export type LocalConfig = ReturnType<typeof readConfig>

/** Reads the environment; empty variables count as absent. Throws an error made for the person at the terminal. */
export function readConfig(root: string, env: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success) throw new Error(`Invalid environment:\n${z.prettifyError(parsed.error)}`)
  const config = parsed.data
  const dataDir = resolve(root, config.READROOM_DATA)
  if (config.READROOM_DEMO === 'off' && !config.READROOM_ADMIN_PASSWORD && !existsSync(join(dataDir, 'secrets.json'))) {
    throw new Error('An empty system needs its administrator: set READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD')
  }
  return { ...config, PUBLIC_URL: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`, root, dataDir, inherited: given }
}
