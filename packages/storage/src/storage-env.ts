import { z } from 'zod'
import type { StorageConfig } from './create-storage.ts'

/** The environment variables of the storage, part of the configuration of every program that stores files. */
export const StorageEnv = z.object({
  STORAGE_DRIVER: z.enum(['local', 's3']).default('local'),
  /** Local driver: folder, and the secret that signs its download links. */
  STORAGE_DIR: z.string().default(''),
  STORAGE_SECRET: z.string().default(''),
  S3_ENDPOINT: z.url().optional(),
  /** Where browsers reach the same storage, when that differs. */
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

/** The chosen driver's configuration. `publicUrl` is where the API is reached, for links of the local driver. */
export function storageConfig(env: z.infer<typeof StorageEnv>, publicUrl: string): StorageConfig {
  if (env.STORAGE_DRIVER === 'local') {
    const local = z.object({ dir: z.string().min(1), secret: z.string().min(16) })
    return { driver: 'local', publicUrl, ...local.parse({ dir: env.STORAGE_DIR, secret: env.STORAGE_SECRET }) }
  }
  return {
    driver: 's3',
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
    ...(env.S3_PUBLIC_ENDPOINT && { publicEndpoint: env.S3_PUBLIC_ENDPOINT }),
  }
}
