import { identityReviewEndpoints } from '@readroom/contracts/identity-reviews'
import { countOpenReviews } from '@readroom/db/queries/identity-reviews'
import { decideReview, undoDecision } from '@readroom/domain/identity-reviews'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { mount } from '../../http/mount.ts'
import { readReviews } from './identity-review.ts'

export function identityReviewRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, identityReviewEndpoints.list, ({ query }) => readReviews(db, query))
  mount(app, context, identityReviewEndpoints.count, async () => ({ open: await countOpenReviews(db) }))
  mount(app, context, identityReviewEndpoints.decide, async ({ actor, params, body }) => {
    await db.transaction((tx) => decideReview(tx, actor, { ...params, ...body }))
    const message = body.people.length === 1 ? 'The studies are now of one person.' : 'The people are kept apart.'
    return { message }
  })
  mount(app, context, identityReviewEndpoints.undo, async ({ actor, params, body }) => {
    await db.transaction((tx) => undoDecision(tx, actor, { ...params, ...body }))
    return { message: 'The decision was undone. The review is open again.' }
  })
}
