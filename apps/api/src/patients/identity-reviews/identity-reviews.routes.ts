import { identityReviewEndpoints } from '@readroom/contracts/patients/identity-reviews'
import { countOpenReviews } from '@readroom/db/patients/identity-reviews'
import { countWaitingChanges } from '@readroom/db/patients/waiting-changes'
import { decideReview, undoDecision } from '@readroom/domain/patients/identity-reviews'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { readReviews } from './identity-review.ts'

export function identityReviewRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, identityReviewEndpoints.list, ({ query }) => readReviews(db, query))
  mount(app, context, identityReviewEndpoints.count, async () => ({
    open: await countOpenReviews(db),
    waiting: await countWaitingChanges(db),
  }))
  mount(app, context, identityReviewEndpoints.decide, async ({ actor, params, body }) => {
    await db.transaction((tx) => decideReview(tx, actor, { ...params, ...body }))
    const message = body.people.length === 1 ? 'The studies now belong to one person.' : 'The people are kept separate.'
    return { message }
  })
  mount(app, context, identityReviewEndpoints.undo, async ({ actor, params, body }) => {
    await db.transaction((tx) => undoDecision(tx, actor, { ...params, ...body }))
    return { message: 'The decision was undone. The review is open again.' }
  })
}
