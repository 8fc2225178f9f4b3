import { z } from 'zod'
import type { StorageConfig } from './create-storage.ts'

/** The environment variables of the storage, part of the configuration of every program that stores files. */
export const StorageEnv = z.object({
  STORAGE_DRIVER: z.enum(['local', 's3']).default('local'),
  /** Folder of the local driver. */
  STORAGE_DIR: z.string().default(''),
  /** `direct`: browsers fetch from the S3 storage by presigned links. `proxied`: they cannot reach it, the API passes the file on. */
  S3_LINKS: z.enum(['direct', 'proxied']).default('direct'),
  S3_ENDPOINT: z.url().optional(),
  /** The address of the storage for browsers, if it differs. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('auto'),
  S3_BUCKET: z.string().default(''),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'])
    .default('true')
    .transform((value) => value === 'true'),
})

/** Returns the variables that the chosen driver needs. */
function neededBy({ STORAGE_DRIVER }: z.infer<typeof StorageEnv>) {
  if (STORAGE_DRIVER === 'local') return ['STORAGE_DIR'] as const
  return ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
}

/** The chosen driver's configuration. */
export function storageConfig(env: z.infer<typeof StorageEnv>): StorageConfig {
  const missing = neededBy(env).filter((name) => env[name] === '')
  if (missing.length > 0) throw new Error(`The storage needs ${missing.join(', ')}`)
  if (env.STORAGE_DRIVER === 'local') return { driver: 'local', dir: env.STORAGE_DIR }
  return {
    driver: 's3',
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    isProxied: env.S3_LINKS === 'proxied',
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
    ...(env.S3_PUBLIC_ENDPOINT && { publicEndpoint: env.S3_PUBLIC_ENDPOINT }),
  }
}
