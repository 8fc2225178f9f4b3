import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)

const Env = z.object({
  DATABASE_URL: z.url(),
  PORT: port.default(8080),
  /** Where the API answers, when it is not on this machine. */
  API_URL: z.url().optional(),
  DICOM_HOST: z.string().default('127.0.0.1'),
  DICOM_PORT: port.default(4242),
  CLINIC_TIME_ZONE: z.string().default('UTC'),
  READROOM_DEMO: z.enum(['on', 'off']).default('on'),
  READROOM_ADMIN_EMAIL: z.email().optional(),
  READROOM_ADMIN_PASSWORD: z.string().min(6).optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment; empty variables count as absent. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new Error(`The environment is not usable:\n${z.prettifyError(parsed.error)}`)
  const { READROOM_ADMIN_EMAIL: email, READROOM_ADMIN_PASSWORD: password, ...config } = parsed.data
  const administrator = email && password ? { email, password } : null
  return { ...config, administrator, apiUrl: config.API_URL ?? `http://127.0.0.1:${config.PORT}` }
}
