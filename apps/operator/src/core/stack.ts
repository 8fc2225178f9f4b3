import { type Database, openDatabase } from '@readroom/db/core/client'
import { createOrthanc, type Orthanc } from '@readroom/orthanc/client'
import { createStorage } from '@readroom/storage/create-storage'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { storageConfig } from '@readroom/storage/storage-env'
import type { StackConfig } from './config.ts'

/** The parts of a backup. `url` is for the login that owns the tables. */
export type Stack = Pick<Database, 'db' | 'pool'> & { url: string; storage: ObjectStorage; orthanc: Orthanc }

/** Runs the work on the configured stack. */
export async function withStack<T>(config: StackConfig, work: (stack: Stack) => Promise<T>): Promise<T> {
  const { DATABASE_URL: databaseUrl, ORTHANC_URL: url, ORTHANC_USERNAME: username, ORTHANC_PASSWORD: password } = config
  const { db, pool, close } = openDatabase(databaseUrl, { max: 4, onError: () => {} })
  const orthanc = createOrthanc({ url, username, password })
  try {
    return await work({ db, pool, url: databaseUrl, orthanc, storage: createStorage(storageConfig(config)) })
  } finally {
    await Promise.all([orthanc.close(), close()])
  }
}
