import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, line } from '../core/primitives.ts'
import { WorkShare } from '../people/doctors.ts'
import { DealRule, dealObstacleKinds } from '../studies/assignment-engine.ts'
import { Lateness } from './lateness.ts'

/** The most days that a simulation looks back, and how many unless somebody asks for others. */
export const maxSimulatedDays = 90
export const usualSimulatedDays = 30

/** The most groups of studies without a reader that a simulation keeps. */
export const maxUnfitGroups = 100

const Count = z.int().nonnegative()

/** Studies with the minutes that reading them is expected to take. */
const Work = z.object({ studies: Count, minutes: Count })
export type Work = z.infer<typeof Work>

/** The rules that a simulation can leave out: all but the turn by shares. */
export const OptionalRule = DealRule.exclude(['share'])
export type OptionalRule = z.infer<typeof OptionalRule>

/** The id of the doctor whom a simulation adds. No account has it. */
export const addedDoctorId = '00000000-0000-7000-8000-000000000000'

const maxChangedShares = 100

/** Rules and doctors that differ from those of now. */
export const SimulationChanges = z
  .strictObject({
    /** Another doctor, who works and reads like one of now. */
    addedDoctor: z.strictObject({ name: line(100).min(1), likeDoctorId: Id }).nullable(),
    rulesOff: z.array(OptionalRule).max(OptionalRule.options.length),
    shares: z.array(z.strictObject({ doctorId: Id, share: WorkShare })).max(maxChangedShares),
  })
  .refine(({ addedDoctor, rulesOff, shares }) => addedDoctor !== null || rulesOff.length + shares.length > 0, {
    error: 'Change something, or leave the comparison out',
  })
export type SimulationChanges = z.infer<typeof SimulationChanges>

/** Studies of a laboratory and modalities that nobody could read as they became ready. */
const UnfitGroup = z.object({
  /** Null: the studies have no laboratory. */
  labId: Id.nullable(),
  modalities: z.array(z.string()),
  /** The obstacle of the doctor who came closest. Null: there is no doctor. */
  reason: z.enum(dealObstacleKinds).nullable(),
  studies: Count,
  /** Those that nobody could be given until the end of the period. */
  neverDealt: Count,
})
export type UnfitGroup = z.infer<typeof UnfitGroup>

/** The deals of the engine over a period, beside the real assignments (docs/decisions/turnaround/assignment-simulation.md). No patient data. */
export const SimulationResult = z.object({
  studies: Count,
  /** Doctors who were dealt a study, who could have been, or who really had one. */
  doctors: z.array(
    z.object({
      doctorId: Id,
      /** False: the doctor cannot be assigned now, so the simulation dealt nothing. */
      isAssignable: z.boolean(),
      real: Work,
      dealt: Work,
      /** The doctor's share of the minutes of the studies that the doctor could read. */
      shareMinutes: Count,
    }),
  ),
  /** Of how many studies each rule decided. */
  rules: z.partialRecord(DealRule, Count),
  /** How evenly the minutes follow the shares: 1 is even. Null: nobody has work. */
  evenness: z.object({ real: z.number().nullable(), dealt: z.number().nullable() }),
  /** As it was; the real assignment in the model of reading; the dealt one in the same model. */
  lateness: z.object({ real: Lateness, realModel: Lateness, dealtModel: Lateness }),
  /** The same with the changes. Null: there were none. */
  changed: z
    .object({
      /** Doctors who were dealt a study, or could have been. */
      doctors: z.array(z.object({ doctorId: Id, dealt: Work, shareMinutes: Count })),
      evenness: z.number().nullable(),
      lateness: Lateness,
      neverDealt: Count,
    })
    .nullable()
    .default(null),
  /** The largest groups first. */
  unfit: z.array(UnfitGroup).max(maxUnfitGroups),
  unfitStudies: Count,
  neverDealt: Count,
})
export type SimulationResult = z.infer<typeof SimulationResult>

export const simulationStates = ['waiting', 'running', 'done', 'failed'] as const

const Fields = z.strictObject({
  days: z.int().min(1).max(maxSimulatedDays),
  labId: Id.nullable(),
  /** Null: only the rules of now are simulated. */
  changes: SimulationChanges.nullable().default(null),
})
export type SimulationFields = z.infer<typeof Fields>

export const Simulation = z.object({
  _id: Id,
  ...Fields.shape,
  labName: z.string().nullable(),
  requestedBy: z.string(),
  requestedAt: Instant,
  /** The period: studies that became ready in it. */
  from: Instant,
  to: Instant,
  state: z.enum(simulationStates),
  /** Percent. */
  progress: z.int().min(0).max(100),
})
export type Simulation = z.infer<typeof Simulation>

/** A simulation with its result, and the names that the result's ids have now. */
export const SimulationWithResult = z.object({
  ...Simulation.shape,
  result: SimulationResult.nullable(),
  doctorNames: z.record(z.string(), z.string()),
  labNames: z.record(z.string(), z.string()),
})
export type SimulationWithResult = z.infer<typeof SimulationWithResult>

const path = '/api/admin/assignment/simulations'

export const assignmentSimulationEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path,
    summary: 'The newest 50 simulations of automatic assignment',
    access: 'assignment.edit',
    scope: 'none',
    response: ok({ simulations: z.array(Simulation) }),
    errors: [],
  },
  read: {
    method: 'GET',
    path: `${path}/:simulationId`,
    summary: 'A simulation of automatic assignment, with its result if it is done',
    access: 'assignment.edit',
    scope: 'none',
    params: z.object({ simulationId: Id }),
    response: ok({ simulation: SimulationWithResult }),
    errors: ['SIMULATION_NOT_FOUND'],
  },
  start: {
    method: 'POST',
    path,
    summary: 'Simulate automatic assignment over the studies that became ready in the last days',
    access: 'assignment.edit',
    scope: 'none',
    once: true,
    body: Fields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['LAB_NOT_FOUND', 'DOCTOR_NOT_FOUND', 'SIMULATION_RUNNING', 'IDEMPOTENCY_KEY_REUSED'],
  },
})
