import { collectDefaultMetrics, Registry } from 'prom-client'
import { z } from 'zod'

/** Where a program tells how it is; without a port it tells nobody. */
export const MetricsEnv = z.object({
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
})

/** A registry with what is measured of the process itself. Labels hold names of ours alone: never ids, addresses, or anything of patients. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
