import { readEnvironment } from '@readroom/process/environment'
import { MetricsEnv } from '@readroom/process/metrics'
import { z } from 'zod'

/** The environment variables of the program before the image archive's DICOM port. */
export const Env = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_PASSWORD: z.string().optional(),
  /** The address and port for scanners. */
  DICOM_FRONT_HOST: z.string().default('0.0.0.0'),
  DICOM_PORT: z.coerce.number().int().min(1).max(65_535).default(4242),
  /** The image archive's own DICOM port, which nobody else should reach. */
  DICOM_ARCHIVE_HOST: z.string(),
  DICOM_ARCHIVE_PORT: z.coerce.number().int().min(1).max(65_535).default(4242),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ...MetricsEnv.shape,
})

/** Reads the program's environment. Throws if a variable is missing or wrong. */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof Env> => readEnvironment(Env, env)
