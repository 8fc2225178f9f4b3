import { type LinkSigner, signLink } from './link-ticket.ts'
import { type LocalDiskConfig, openLocalDisk } from './local-disk.ts'
import type { ObjectStorage } from './object-storage.ts'
import { openS3, type S3Config } from './s3.ts'

/** `links`: makes the API answer the links of an S3 storage that browsers cannot reach. */
export type StorageConfig = ({ driver: 'local' } & LocalDiskConfig) | ({ driver: 's3'; links?: LinkSigner } & S3Config)

/** Opens the storage that the configuration names. Nothing is contacted before the first use. */
export function createStorage(config: StorageConfig): ObjectStorage {
  if (config.driver === 'local') return openLocalDisk(config)
  const { links } = config
  const storage = openS3(config)
  return links ? { ...storage, link: async (key, options) => signLink(links, key, options) } : storage
}
