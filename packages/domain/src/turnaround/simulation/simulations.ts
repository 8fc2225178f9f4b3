import { setImmediate } from 'node:timers/promises'
import { AppError } from '@readroom/contracts/core/errors'
import { urgencyOf } from '@readroom/contracts/studies/urgency'
import {
  addedDoctorId,
  type Simulation,
  type SimulationChanges,
  type SimulationFields,
  SimulationResult,
  type SimulationWithResult,
} from '@readroom/contracts/turnaround/assignment-simulations'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import {
  doctorsExist,
  endSimulation,
  findSimulation,
  findSimulationResult,
  insertSimulation,
  isSimulationRunning,
  labExists,
  listDoctorNames,
  listLabNames,
  listSimulations,
  noteSimulationProgress,
  type SimulationRow,
} from '@readroom/db/turnaround/assignment-simulations'
import { listReadingTimes } from '@readroom/db/turnaround/reading-times'
import {
  listReadyStudies,
  listSimulatedDoctors,
  type ReadyStudy,
  type SimulatedDoctor,
  type SimulatedPeriod,
} from '@readroom/db/turnaround/simulated-studies'
import { emitJob } from '../../core/outbox.ts'
import { makeReadingTimes, type ReadingTimes } from '../../studies/assignments/expected-minutes.ts'
import { withChanges } from './changed-input.ts'
import { type Simulated, type SimulatedReader, type SimulatedStudy, type SimulationInput, simulateDeals } from './simulation.ts'
import { compareWithReal, describeChanged } from './simulation-figures.ts'

/** A simulation that has not ended after so long does not keep others from being started. */
const abandonedMinutes = 15
const shownSimulations = 50

const doctorsIn = (changes: SimulationChanges | null): string[] => [
  ...(changes?.addedDoctor ? [changes.addedDoctor.likeDoctorId] : []),
  ...(changes?.shares ?? []).map(({ doctorId }) => doctorId),
]

/** Starts a simulation and returns its id. Throws LAB_NOT_FOUND, DOCTOR_NOT_FOUND, SIMULATION_RUNNING. */
export async function startSimulation(tx: Tx, actor: Actor, fields: SimulationFields): Promise<string> {
  const { days, labId, changes } = fields
  if (labId !== null && !(await labExists(tx, labId))) throw new AppError('LAB_NOT_FOUND')
  if (!(await doctorsExist(tx, doctorsIn(changes)))) throw new AppError('DOCTOR_NOT_FOUND')
  if (await isSimulationRunning(tx, abandonedMinutes)) throw new AppError('SIMULATION_RUNNING')
  const simulationId = await insertSimulation(tx, actor.userId, fields)
  const target = { type: 'assignment_simulation', id: simulationId }
  await audit(tx, actor, {
    action: 'assignment_simulation.started',
    target,
    details: { days, labId, isCompared: changes !== null },
  })
  await emitJob(tx, 'assignment.simulate', { simulationId })
  return simulationId
}

const toSimulation = ({ id, requestedAt, from, ...row }: SimulationRow): Simulation => ({
  ...row,
  _id: id,
  requestedAt: requestedAt.toISOString(),
  from: from.toISOString(),
  to: requestedAt.toISOString(),
})

/** Returns the newest simulations. */
export const viewSimulations = async (db: Db): Promise<Simulation[]> =>
  (await listSimulations(db, shownSimulations)).map(toSimulation)

const byId = (named: readonly { id: string; name: string }[]) => Object.fromEntries(named.map(({ id, name }) => [id, name]))

/** Returns a simulation with its result and the names in it. Throws SIMULATION_NOT_FOUND. */
export async function viewSimulation(db: Db, simulationId: string): Promise<SimulationWithResult> {
  const row = await findSimulation(db, simulationId)
  if (!row) throw new AppError('SIMULATION_NOT_FOUND')
  const result = SimulationResult.nullable().parse(await findSimulationResult(db, simulationId))
  const { addedDoctor } = row.changes ?? { addedDoctor: null }
  const doctorIds = [...(result?.doctors ?? []), ...(result?.changed?.doctors ?? [])].map(({ doctorId }) => doctorId)
  const labIds = result?.unfit.flatMap(({ labId }) => labId ?? []) ?? []
  const [doctors, labs] = await Promise.all([
    listDoctorNames(db, [...doctorIds, ...doctorsIn(row.changes)]),
    listLabNames(db, labIds),
  ])
  const added = addedDoctor ? [{ id: addedDoctorId, name: addedDoctor.name }] : []
  return { ...toSimulation(row), result, doctorNames: byId([...doctors, ...added]), labNames: byId(labs) }
}

const instant = (date: Date | null) => date?.getTime() ?? null

function toStudy({ priority, caseType, ...study }: ReadyStudy, times: ReadingTimes): SimulatedStudy {
  return {
    ...study,
    urgency: urgencyOf({ priority, caseType }),
    readyAt: study.readyAt.getTime(),
    dueAt: instant(study.dueAt),
    assignedAt: instant(study.assignedAt),
    reportedAt: instant(study.reportedAt),
    minutes: times.minutesOf(study),
    ownMinutes: times.ownMinutesOf(study),
    declinedBy: [],
  }
}

/** Returns a doctor as the simulation begins: without open work, at the share. */
function toReader({ presence, availableDays, fullName: _name, ...doctor }: SimulatedDoctor): SimulatedReader {
  return {
    ...doctor,
    works: { presence, availableDays },
    deficit: 0,
    deficitAt: null,
    lastAssignedAt: null,
    open: [],
  }
}

/** Reads what a simulation of a period works on. */
export async function readSimulationInput(db: Db, period: SimulatedPeriod, zone: string): Promise<SimulationInput> {
  const times = makeReadingTimes(await listReadingTimes(db))
  const studies = (await listReadyStudies(db, period)).map((study) => toStudy(study, times))
  const readers = (await listSimulatedDoctors(db)).map(toReader)
  return { studies, readers, zone, period: { from: period.from.getTime(), to: period.to.getTime() }, rulesOff: [] }
}

/** Other work of the process waits no longer than this. */
const sliceMs = 20
const progressMs = 1_000

type Pauses = { note: (progress: number) => Promise<void>; signal: AbortSignal }

/** Deals with pauses, in which the process does its other work. `note` hears the percent about once a second. */
async function dealInSlices(input: SimulationInput, { note, signal }: Pauses): Promise<Simulated> {
  const deals = simulateDeals(input)
  let [sliceEnd, nextNote] = [performance.now() + sliceMs, performance.now() + progressMs]
  for (let step = deals.next(); ; step = deals.next()) {
    if (step.done) return step.value
    if (performance.now() < sliceEnd) continue
    await setImmediate()
    signal.throwIfAborted()
    if (performance.now() >= nextNote) {
      await note(Math.floor(step.value * 100))
      nextNote = performance.now() + progressMs
    }
    sliceEnd = performance.now() + sliceMs
  }
}

/** Simulates with the rules and doctors of now, and beside it with changes, if there are any. */
export async function simulate(
  input: SimulationInput,
  { note, signal, changes }: Pauses & { changes: SimulationChanges | null },
): Promise<SimulationResult> {
  const runs = changes === null ? 1 : 2
  const now = await dealInSlices(input, { signal, note: (percent) => note(Math.floor(percent / runs)) })
  const result = compareWithReal(input, now)
  if (changes === null) return result
  const other = withChanges(input, changes)
  const changed = await dealInSlices(other, { signal, note: (percent) => note(50 + Math.floor(percent / runs)) })
  return { ...result, changed: describeChanged(other, changed) }
}

/** Runs a simulation and keeps its result. Does nothing if it has ended. Safe to run twice: the result is the same. */
export async function runSimulation(
  db: Db,
  simulationId: string,
  { zone, signal }: { zone: string; signal: AbortSignal },
): Promise<void> {
  const simulation = await findSimulation(db, simulationId)
  if (!simulation || !(await noteSimulationProgress(db, simulationId, 0))) return
  const { from, requestedAt: to, labId, changes } = simulation
  const input = await readSimulationInput(db, { from, to, labId }, zone)
  const note = async (progress: number) => {
    await noteSimulationProgress(db, simulationId, progress)
  }
  await endSimulation(db, simulationId, await simulate(input, { note, signal, changes }))
}

/** Notes that a simulation failed. */
export const failSimulation = (db: Db, simulationId: string): Promise<void> => endSimulation(db, simulationId, null)
