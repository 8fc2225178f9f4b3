import { shiftFeedEndpoints as endpoints } from '@readroom/contracts/people/shift-feeds'
import { findShiftFeed } from '@readroom/db/people/shift-feeds'
import { createShiftFeed, readShiftFeed, removeShiftFeed } from '@readroom/domain/people/shift-feeds'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { shiftCalendar } from './shift-calendar.ts'

export function shiftFeedRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings, config } = context

  mount(app, context, endpoints.read, async ({ actor }) => {
    const feed = await findShiftFeed(db, actor.userId)
    return { feed: feed && { createdAt: feed.createdAt.toISOString() } }
  })
  mount(app, context, endpoints.create, async ({ actor }) => {
    const token = await db.transaction((tx) => createShiftFeed(tx, actor))
    return { address: new URL(`/api/calendars/${token}/shifts.ics`, config.PUBLIC_URL).href }
  })
  mount(app, context, endpoints.remove, async ({ actor }) => {
    await db.transaction((tx) => removeShiftFeed(tx, actor))
    return { message: 'Calendar feed removed' }
  })
  mount(app, context, endpoints.calendar, async ({ params, reply }) => {
    const now = new Date()
    const feed = await readShiftFeed(db, params.token, { now, zone: settings.now().clinicTimeZone })
    return reply
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .type('text/calendar; charset=utf-8')
      .send(shiftCalendar(feed, now))
  })
}
