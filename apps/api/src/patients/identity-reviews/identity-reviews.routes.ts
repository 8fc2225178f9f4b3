import { randomUUID } from 'node:crypto'
import { identityReviewEndpoints } from '@readroom/contracts/patients/identity-reviews'
import { imageMoveEndpoints } from '@readroom/contracts/patients/image-moves'
import { studyPeopleEndpoints } from '@readroom/contracts/patients/study-people'
import { countOpenReviews } from '@readroom/db/patients/identity-reviews'
import { countSharedUids } from '@readroom/db/patients/image-moves'
import { countStudiesOfSeveralPeople } from '@readroom/db/patients/study-people'
import { countWaitingChanges } from '@readroom/db/patients/waiting-changes'
import { decideReview, undoDecision } from '@readroom/domain/patients/identity-reviews'
import { renewStudyUid, splitStudy, undoMove } from '@readroom/domain/patients/image-moves'
import { acceptPeople } from '@readroom/domain/patients/study-people'
import { uidOfUuid } from '@readroom/orthanc/uids'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { readReviews } from './identity-review.ts'
import { readImageMoves, readStudiesOfOneUid } from './image-moves.ts'
import { readStudiesOfSeveralPeople } from './study-people.ts'

export function identityReviewRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  mount(app, context, identityReviewEndpoints.list, ({ query }) => readReviews(db, query))
  mount(app, context, identityReviewEndpoints.count, async () => ({
    open: await countOpenReviews(db),
    waiting: await countWaitingChanges(db),
    studies: await countStudiesOfSeveralPeople(db),
    uids: await countSharedUids(db),
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

  mount(app, context, imageMoveEndpoints.list, ({ query }) => readImageMoves(db, query))
  mount(app, context, imageMoveEndpoints.split, async ({ actor, params, body }) => {
    await db.transaction((tx) => splitStudy(tx, actor, { ...params, ...body, newStudyUid: uidOfUuid(randomUUID()) }))
    return { message: 'The images are being moved to a study of their own.' }
  })
  mount(app, context, imageMoveEndpoints.undo, async ({ actor, params }) => {
    await db.transaction((tx) => undoMove(tx, actor, params.moveId))
    return { message: 'The images are being moved back.' }
  })
  mount(app, context, imageMoveEndpoints.listOfOneUid, ({ query }) => readStudiesOfOneUid(db, query))
  mount(app, context, imageMoveEndpoints.renew, async ({ actor, params }) => {
    await db.transaction((tx) => renewStudyUid(tx, actor, { ...params, newStudyUid: uidOfUuid(randomUUID()) }))
    return { message: 'The study is being given a new study UID.' }
  })

  mount(app, context, studyPeopleEndpoints.list, ({ query }) => readStudiesOfSeveralPeople(db, query))
  mount(app, context, studyPeopleEndpoints.accept, async ({ actor, params, body }) => {
    await db.transaction((tx) => acceptPeople(tx, actor, { ...params, ...body }))
    return { message: 'The images are noted as images of one person. Reports can be signed.' }
  })
}
