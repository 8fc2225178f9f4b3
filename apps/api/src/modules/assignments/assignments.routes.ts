import { assignmentEndpoints } from '@readroom/contracts/assignments'
import type { Actor } from '@readroom/db/actor'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { readWorklistRow } from '../../http/worklist-row.ts'
import { createAssignmentService } from './assignments.service.ts'

export function assignmentRoutes(app: FastifyInstance, context: Context): void {
  const assignments = createAssignmentService(context)
  const answer = async (actor: Actor, studyId: string) => ({
    study: await readWorklistRow(context.db, actor, studyId),
  })

  mount(app, context, assignmentEndpoints.assign, async ({ actor, params, body }) => {
    await assignments.assign(actor, { ...params, ...body })
    return answer(actor, params.studyId)
  })
  mount(app, context, assignmentEndpoints.unassign, async ({ actor, params, body }) => {
    await assignments.unassign(actor, { ...params, ...body })
    return answer(actor, params.studyId)
  })
}
