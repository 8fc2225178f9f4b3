import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { z } from 'zod'

/** The address of a program's metrics. Without a port there is none. */
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

type Pool = { totalCount: number; idleCount: number; waitingCount: number; options: { max?: number | undefined } }

/** Counts the connections of a database pool, and those who wait for one. */
export function measurePool(registry: Registry, pool: Pool): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('readroom_database_connections', 'Open connections to the database', () => pool.totalCount)
  gauge('readroom_database_connections_idle', 'Those of them that nobody uses', () => pool.idleCount)
  gauge('readroom_database_connections_max', 'How many there may be', () => pool.options.max ?? 0)
  gauge('readroom_database_waiting', 'Statements that wait for a connection', () => pool.waitingCount)
}
