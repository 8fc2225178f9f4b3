import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '@readroom/contracts/errors'
import { healthEndpoints } from '@readroom/contracts/health'
import { ping } from '@readroom/db/queries/ping'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'

/** Whoever asks whether we are ready has little patience. */
const READY_MS = 2_000

async function refuse(afterMs: number): Promise<never> {
  await delay(afterMs, undefined, { ref: false })
  throw new AppError('UNAVAILABLE')
}

export function healthRoutes(app: FastifyInstance, context: Context): void {
  mount(app, context, healthEndpoints.live, async () => ({}))
  mount(app, context, healthEndpoints.ready, async () => {
    if (app.stopping.signal.aborted) throw new AppError('UNAVAILABLE')
    await Promise.race([ping(context.db), refuse(READY_MS)])
    return { isLosingLog: app.isLosingLog() }
  })
}
