import { StorageEnv } from '@readroom/storage/storage-env'
import { z } from 'zod'

/** The worker's environment variables. */
export const Env = StorageEnv.extend({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  ORTHANC_URL: z.url({ protocol: /^https?$/ }),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: z.string().default(''),
  /** Where browsers reach the portal, for download links of the local storage. */
  PUBLIC_URL: z.url(),
  /** Milliseconds between two looks at the archive's change log. */
  INTAKE_POLL_MS: z.coerce.number().int().min(50).max(60_000).default(500),
  /** Without a new image for so long, a study is complete. */
  SETTLE_SECONDS: z.coerce.number().int().min(1).max(3600).default(10),
  /** Between two comparisons of the whole archive with the database. */
  SWEEP_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  /** How long a finished ZIP can be downloaded. */
  ZIP_EXPIRES_DAYS: z.coerce.number().int().min(1).max(365).default(7),
  /** Studies settled within so many days have their ZIP ready without being asked. */
  ZIP_PREBUILD_DAYS: z.coerce.number().int().min(0).max(365).default(3),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type Config = z.infer<typeof Env>

/** Reads the environment; empty variables count as absent. Throws an error made for the person who starts the worker. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new Error(`The environment is not usable:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
