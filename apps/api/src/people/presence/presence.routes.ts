import { presenceEndpoints as endpoints } from '@readroom/contracts/people/presence'
import { changePresence, readPresence } from '@readroom/domain/people/presence'
import { listAway, readWeek } from '@readroom/domain/people/presence-week'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { ownId } from '../doctors/own-id.ts'

export function presenceRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  const clock = () => ({ now: new Date(), zone: settings.now().clinicTimeZone })
  const read = (doctorId: string) => readPresence(db, doctorId, clock())

  mount(app, context, endpoints.readOwn, async ({ actor }) => ({ presence: await read(ownId(actor)) }))
  mount(app, context, endpoints.read, async ({ params }) => ({ presence: await read(params.doctorId) }))
  mount(app, context, endpoints.week, async ({ query }) => ({
    week: await readWeek(db, query.day, clock()),
  }))
  mount(app, context, endpoints.away, async () => ({ away: await listAway(db, clock()) }))
  mount(app, context, endpoints.changeOwn, async ({ actor, body }) => {
    await db.transaction((tx) => changePresence(tx, actor, { doctorId: ownId(actor), ...body }))
    return { message: 'Shifts and absences saved' }
  })
  mount(app, context, endpoints.change, async ({ actor, params, body }) => {
    await db.transaction((tx) => changePresence(tx, actor, { ...params, ...body }))
    return { message: 'Shifts and absences saved' }
  })
}
