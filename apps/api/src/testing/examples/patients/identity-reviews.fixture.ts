import { identityReviews, patients } from '@readroom/db/patients/patients.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { decideReview, reviewPeople } from '@readroom/domain/patients/identity-reviews'
import { eq } from 'drizzle-orm'
import { type Examples, get, type Scene, type Target, traced } from '../example.fixture.ts'

const root = '/api/admin/identity-reviews'

/** Opens a review of the study's patient and returns it with its version. */
async function openReview({ api }: Scene, { _id }: Target) {
  const [study] = await api.db.select().from(studies).where(eq(studies.id, _id))
  const personId = study?.patientRowId ?? ''
  const asked = { labId: study?.labId ?? null, reviewId: null, reason: 'The names differ.', patientRowIds: [personId] }
  await api.db.transaction((tx) => reviewPeople(tx, asked))
  const [review] = await api.db
    .select({ id: identityReviews.id, version: identityReviews.version })
    .from(identityReviews)
    .innerJoin(patients, eq(patients.identityReviewId, identityReviews.id))
    .where(eq(patients.id, personId))
  if (!review) throw new Error('the review was not opened')
  return { ...review, personId }
}

export const identityReviewExamples: Examples = {
  'GET /api/admin/identity-reviews': get('ADMIN', root),
  'GET /api/admin/identity-reviews/count': get('ADMIN', `${root}/count`),
  'POST /api/admin/identity-reviews/:reviewId/decision': traced(
    'ADMIN',
    { leaves: ['audit identity.decided', 'live study.changed'] },
    async (scene, s) => {
      const { id, version, personId } = await openReview(scene, s)
      const payload = { version, people: [{ personId, studyIds: [s._id] }] }
      return { method: 'POST', url: `${root}/${id}/decision`, payload }
    },
  ),
  'POST /api/admin/identity-reviews/:reviewId/undo': traced(
    'ADMIN',
    { leaves: ['audit identity.undone', 'live study.changed'] },
    async (scene, s) => {
      const { id, version, personId } = await openReview(scene, s)
      const decision = { reviewId: id, version, people: [{ personId, studyIds: [s._id] }] }
      await scene.api.db.transaction((tx) => decideReview(tx, scene.cast.admin, decision))
      const [review] = await scene.api.db.select().from(identityReviews).where(eq(identityReviews.id, id))
      return { method: 'POST', url: `${root}/${id}/undo`, payload: { version: review?.version ?? 0 } }
    },
  ),
}
