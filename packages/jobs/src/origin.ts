import { Origin } from '@readroom/contracts/core/origin'
import type { Job, JobsOptions } from 'bullmq'

/** Beside the payload, which is the job's alone: BullMQ keeps a place for what traces need. */
export const originOptions = (origin: Origin | null | undefined): Pick<JobsOptions, 'telemetry'> =>
  origin ? { telemetry: { metadata: JSON.stringify(origin) } } : {}

/** Returns the origin of a job; null for a scheduled job, and if none is noted. */
export function originOf({ opts }: Pick<Job, 'opts'>): Origin | null {
  try {
    return Origin.parse(JSON.parse(opts.telemetry?.metadata ?? 'null'))
  } catch {
    return null
  }
}
