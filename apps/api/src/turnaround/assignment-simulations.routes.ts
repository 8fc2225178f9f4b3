import { assignmentSimulationEndpoints as endpoints } from '@readroom/contracts/turnaround/assignment-simulations'
import { startSimulation, viewSimulation, viewSimulations } from '@readroom/domain/turnaround/simulation/simulations'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { mount, mountOnce } from '../core/http/mount.ts'

export function assignmentSimulationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  mount(app, context, endpoints.list, async () => ({ simulations: await viewSimulations(db) }))
  mount(app, context, endpoints.read, async ({ params }) => ({ simulation: await viewSimulation(db, params.simulationId) }))
  mountOnce(app, context, endpoints.start, async (tx, { actor, body }) => ({
    message: 'Simulation started',
    _id: await startSimulation(tx, actor, body),
  }))
}
