import { createCast, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { startSimulation, viewSimulation } from '@readroom/domain/turnaround/simulation/simulations'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { firstRun, lastRun } from '../core/jobs/jobs.fixture.ts'
import { simulateAssignment } from './assignment-simulate.ts'

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
  await createStudy(database.db, { labId: cast.labA.id, modalities: ['CT'], readyAt: new Date(Date.now() - 3_600_000) })
})
afterAll(() => database.close())

const start = () => database.db.transaction((tx) => startSimulation(tx, cast.admin, { days: 1, labId: null, changes: null }))
const contextIn = (zone: string) => ({ patientDatabase: database, reports: { zone } })

it('keeps the result; a run that fails waits for the next one, and the last one says that it failed', async () => {
  const simulationId = await start()
  const broken = contextIn('Nowhere/City')
  await expect(simulateAssignment(broken, { simulationId }, firstRun)).rejects.toThrow()
  expect(await viewSimulation(database.db, simulationId)).toMatchObject({ state: 'running', result: null })
  await simulateAssignment(contextIn('UTC'), { simulationId }, lastRun)
  expect(await viewSimulation(database.db, simulationId)).toMatchObject({ state: 'done', result: { studies: 1 } })

  const failing = await start()
  await expect(simulateAssignment(broken, { simulationId: failing }, lastRun)).rejects.toThrow()
  expect(await viewSimulation(database.db, failing)).toMatchObject({ state: 'failed', result: null })
})
