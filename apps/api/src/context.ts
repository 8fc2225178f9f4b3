import type { Db } from '@readroom/db/client'
import type { Orthanc } from '@readroom/orthanc/client'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { Config } from './config.ts'

/** What services need. Made once in main.ts, passed down. */
export type Context = {
  config: Config
  db: Db
  orthanc: Orthanc
  storage: ObjectStorage
}
