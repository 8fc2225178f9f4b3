import { type LocalDiskConfig, openLocalDisk } from './local-disk.ts'
import type { ObjectStorage } from './object-storage.ts'
import { openS3, type S3Config, type S3Limits } from './s3.ts'

/** `isProxied`: browsers cannot reach this S3 storage. */
export type StorageConfig = ({ driver: 'local' } & LocalDiskConfig) | ({ driver: 's3'; isProxied?: boolean } & S3Config)

/** Opens the storage that the configuration names. Nothing is contacted before the first use. `limits` are those of S3; left out, patient ones. */
export function createStorage(config: StorageConfig, limits?: S3Limits): ObjectStorage {
  if (config.driver === 'local') return openLocalDisk(config)
  const { link, ...storage } = openS3(config, limits)
  return config.isProxied ? storage : { ...storage, ...(link && { link }) }
}
