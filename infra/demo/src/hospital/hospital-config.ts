import { join } from 'node:path'
import { z } from 'zod'
import { readConfig } from '../config.ts'

const port = z.coerce.number().int().min(1).max(65_535)

/** The ports between the hospital and Readroom, all of this machine. */
const Env = z.object({
  READROOM_DATA: z.string(),
  WORKLIST_PORT: port,
  HOSPITAL_ORDERS_PORT: port,
  HOSPITAL_RESULTS_PORT: port,
  HOSPITAL_ARCHIVE_PORT: port,
})

export type HospitalConfig = ReturnType<typeof readHospitalConfig>

/** Reads the environment of the stand-in hospital. */
export function readHospitalConfig(env: NodeJS.ProcessEnv = process.env) {
  const { READROOM_DATA, WORKLIST_PORT, HOSPITAL_ORDERS_PORT, HOSPITAL_RESULTS_PORT, HOSPITAL_ARCHIVE_PORT } = Env.parse(env)
  return {
    ...readConfig(env),
    dir: join(READROOM_DATA, 'hospital'),
    ports: {
      worklist: WORKLIST_PORT,
      orders: HOSPITAL_ORDERS_PORT,
      results: HOSPITAL_RESULTS_PORT,
      archive: HOSPITAL_ARCHIVE_PORT,
    },
  }
}
