import { z } from 'zod'

const port = z.coerce.number().int().min(1).max(65_535)

const Env = z.object({
  DATABASE_URL: z.url(),
  PORT: port.default(8080),
  /** The address of the API, if it is not on this machine. */
  API_URL: z.url().optional(),
  DICOM_HOST: z.string().default('127.0.0.1'),
  DICOM_PORT: port.default(4242),
  CLINIC_TIME_ZONE: z.string().default('UTC'),
  READROOM_DEMO: z.enum(['on', 'off']).default('on'),
  ORTHANC_URL: z.url(),
  ORTHANC_USERNAME: z.string().default(''),
  ORTHANC_PASSWORD: z.string().default(''),
})

export type Config = ReturnType<typeof readConfig>

/** Reads the environment; empty variables count as absent. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const parsed = Env.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new Error(`Invalid environment:\n${z.prettifyError(parsed.error)}`)
  const { ORTHANC_URL: url, ORTHANC_USERNAME: username, ORTHANC_PASSWORD: password, ...config } = parsed.data
  return { ...config, archive: { url, username, password }, apiUrl: config.API_URL ?? `http://127.0.0.1:${config.PORT}` }
}
