import type { Db } from '@readroom/db/core/client'
import { endSimulation, insertSimulation, listSimulations } from '@readroom/db/turnaround/assignment-simulations'
import { call, type Examples, get, traced } from '../example.fixture.ts'

const root = '/api/admin/assignment/simulations'

/** Ends every simulation, so that another one can be started. */
async function endAll(db: Db): Promise<void> {
  for (const { id } of await listSimulations(db, 1_000)) await endSimulation(db, id, null)
}

export const assignmentSimulationExamples: Examples = {
  [`GET ${root}`]: get('ADMIN', root),
  [`GET ${root}/:simulationId`]: call('ADMIN', async ({ api, cast }) => {
    const fields = { days: 1, labId: null, changes: null }
    const id = await api.db.transaction((tx) => insertSimulation(tx, cast.admin.userId, fields))
    return { method: 'GET', url: `${root}/${id}` }
  }),
  [`POST ${root}`]: traced(
    'ADMIN',
    { leaves: ['audit assignment_simulation.started', 'job assignment.simulate'] },
    async ({ api, cast }) => {
      await endAll(api.db)
      return { method: 'POST', url: root, payload: { days: 30, labId: cast.labA.id } }
    },
  ),
}
