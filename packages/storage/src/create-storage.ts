import { type LocalDiskConfig, openLocalDisk } from './local-disk.ts'
import type { ObjectStorage } from './object-storage.ts'
import { openS3, type S3Config } from './s3.ts'

export type StorageConfig = ({ driver: 'local' } & LocalDiskConfig) | ({ driver: 's3' } & S3Config)

/** Opens the storage that the configuration names. Nothing is contacted before the first use. */
export function createStorage(config: StorageConfig): ObjectStorage {
  return config.driver === 'local' ? openLocalDisk(config) : openS3(config)
}
