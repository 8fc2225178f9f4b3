import { openDatabase } from '@readroom/db/client'
import { createOrthanc } from '@readroom/orthanc/client'
import { createStorage } from '@readroom/storage/create-storage'
import { storageConfig } from '@readroom/storage/storage-env'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { archiveLimits } from './context.ts'
import { noteUnreadable, subscribeToLiveEvents } from './realtime/subscriber.ts'

const config = readConfig()
const database = openDatabase(config.DATABASE_URL, { max: config.DATABASE_CONNECTIONS, onError: () => {} })
const { ORTHANC_URL: url, ORTHANC_USERNAME: username, ORTHANC_PASSWORD: password } = config
const orthanc = createOrthanc({ url, username, password }, archiveLimits)
const context = { config, db: database.db, orthanc, storage: createStorage(storageConfig(config)) }
const { app, hub } = await buildApp(context)
const subscriber = subscribeToLiveEvents(config.REDIS_URL, hub, app.log, noteUnreadable(database.db, app.log))

async function stop(): Promise<void> {
  subscriber.stop()
  hub.close()
  await app.close()
  await database.close()
  process.exit(0)
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

await app.listen({ host: config.HOST, port: config.PORT })
