import { failSimulation, runSimulation } from '@readroom/domain/turnaround/simulation/simulations'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { JobsContext } from '../core/jobs/context.ts'

type SimulationContext = Pick<JobsContext, 'patientDatabase'> & { reports: Pick<JobsContext['reports'], 'zone'> }

/** Simulates automatic assignment over the studies of a period. */
export async function simulateAssignment(
  { patientDatabase: { db }, reports: { zone } }: SimulationContext,
  { simulationId }: JobPayload<'assignment.simulate'>,
  { isLast, signal }: JobRun,
): Promise<void> {
  try {
    await runSimulation(db, simulationId, { zone, signal })
  } catch (error) {
    if (isLast) await failSimulation(db, simulationId)
    throw error
  }
}
