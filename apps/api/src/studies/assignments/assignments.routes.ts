import { assignmentEndpoints } from '@readroom/contracts/studies/assignments'
import { suggestionEndpoints } from '@readroom/contracts/studies/suggestions'
import type { Actor } from '@readroom/db/core/actor'
import { assign, unassign } from '@readroom/domain/studies/assignments/assignments'
import { suggestDoctors } from '@readroom/domain/studies/assignments/suggestions'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { requireWorklistRow } from '../worklist-row.ts'

export function assignmentRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  const answer = async (actor: Actor, studyId: string) => ({ study: await requireWorklistRow(db, actor, studyId) })

  mount(app, context, assignmentEndpoints.assign, async ({ actor, params, body }) => {
    const assigned = await db.transaction((tx) => assign(tx, actor, { ...params, ...body }))
    return { ...(await answer(actor, params.studyId)), ...assigned }
  })
  mount(app, context, suggestionEndpoints.list, async ({ query }) => ({
    suggestions: await suggestDoctors(db, query.studyIds, { now: new Date(), zone: settings.now().clinicTimeZone }),
  }))
  mount(app, context, assignmentEndpoints.unassign, async ({ actor, params, body }) => {
    await db.transaction((tx) => unassign(tx, actor, { ...params, ...body }))
    return answer(actor, params.studyId)
  })
}
