import { type LocalDiskConfig, openLocalDisk } from './local-disk.ts'
import type { ObjectStorage } from './object-storage.ts'
import { openS3, type S3Config } from './s3.ts'

/** `isProxied`: browsers cannot reach this S3 storage. */
export type StorageConfig = ({ driver: 'local' } & LocalDiskConfig) | ({ driver: 's3'; isProxied?: boolean } & S3Config)

/** Opens the storage that the configuration names. Nothing is contacted before the first use. */
export function createStorage(config: StorageConfig): ObjectStorage {
  if (config.driver === 'local') return openLocalDisk(config)
  const { link, ...storage } = openS3(config)
  return config.isProxied ? storage : { ...storage, ...(link && { link }) }
}
