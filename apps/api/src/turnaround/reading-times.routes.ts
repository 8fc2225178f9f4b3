import { readingTimeEndpoints as endpoints } from '@readroom/contracts/turnaround/reading-times'
import { setReadingTime, viewReadingTimes } from '@readroom/domain/turnaround/reading-times'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../core/context.ts'
import { mount } from '../core/http/mount.ts'

export function readingTimeRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  mount(app, context, endpoints.list, () => viewReadingTimes(db))
  mount(app, context, endpoints.set, async ({ actor, body }) => {
    await db.transaction((tx) => setReadingTime(tx, actor, body))
    return { message: 'Expected minutes saved' }
  })
}
