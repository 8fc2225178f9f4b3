import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderCommand } from '@readroom/contracts/orders/orders'
import type { OpenDb } from '@readroom/db/core/client'
import { resultDestinations } from '@readroom/db/reports/results.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { createStorage } from '@readroom/storage/create-storage'
import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest'
import { startResultSender } from './result-sender.ts'
import { createDestination, hl7Settings, senderContext, startReceiver } from './results.fixture.ts'

/** Makes a database and a folder for the tests of a file. After each test its destinations are off: a sender serves all of the database. */
export function openResultSystem() {
  let database: TestDatabase
  let dir: string
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  })
  afterAll(async () => {
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  })
  afterEach(() => database.db.update(resultDestinations).set({ state: 'off' }))
  const storage = () => createStorage({ driver: 'local', dir })
  return {
    database: {
      get db() {
        return database.db
      },
      asOwner: (statement: string) => database.asOwner(statement),
    },
    storage,
    /** Starts a sender that ends with the test. */
    startSender(changes: Parameters<typeof senderContext>[2] = {}, db: OpenDb = database.db) {
      const sender = startResultSender(senderContext(db, storage(), changes))
      onTestFinished(() => sender.stop())
      return sender
    },
    /** Starts a receiver of a laboratory's results that ends with the test. */
    async receiverOf(labId: string, changes: Parameters<typeof hl7Settings>[1] = {}) {
      const receiver = await startReceiver()
      onTestFinished(() => receiver.stop())
      const destination = await createDestination(database.db, labId, hl7Settings(receiver.port, changes))
      return { receiver, destination }
    },
    /** Does a command about an order as a connected system of a laboratory. */
    order(labId: string, command: OrderCommand) {
      const sender = { source: 'hl7', labId, userId: null, name: 'North hospital', address: '10.0.0.7' } as const
      return database.db.transaction((tx) => receiveOrder(tx, sender, command))
    },
  }
}
