import { pauseEndpoints } from '@readroom/contracts/studies/pauses'
import type { Actor } from '@readroom/db/core/actor'
import { answerQuestion, pauseStudy, renewPause, resumeStudy } from '@readroom/domain/studies/pauses/pauses'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'
import { requireWorklistRow } from '../worklist-row.ts'

export function pauseRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const answer = async (actor: Actor, studyId: string) => ({ study: await requireWorklistRow(db, actor, studyId) })
  /** The request and the pause that its caller saw. */
  const seen = ({ params: { studyId }, body }: { params: { studyId: string }; body: { since: string } }) => ({
    studyId,
    since: new Date(body.since),
  })

  mountOnce(app, context, pauseEndpoints.pause, async (tx, { actor, params, body }) => {
    await pauseStudy(tx, actor, { ...params, ...body })
    return { study: await requireWorklistRow(tx, actor, params.studyId) }
  })
  mount(app, context, pauseEndpoints.renew, async ({ actor, params, body }) => {
    await db.transaction((tx) => renewPause(tx, actor, seen({ params, body })))
    return answer(actor, params.studyId)
  })
  mount(app, context, pauseEndpoints.resume, async ({ actor, params, body }) => {
    await db.transaction((tx) => resumeStudy(tx, actor, seen({ params, body })))
    return answer(actor, params.studyId)
  })
  mountOnce(app, context, pauseEndpoints.answer, async (tx, { actor, params, body }) => {
    await answerQuestion(tx, actor, { ...seen({ params, body }), answer: body.answer })
    return { study: await requireWorklistRow(tx, actor, params.studyId) }
  })
}
