import { paginate } from '@readroom/contracts/core/pagination'
import type { IdentityReview, IdentityStudy, PastDecision, ReviewedPerson } from '@readroom/contracts/patients/identity-reviews'
import type { Db } from '@readroom/db/core/client'
import { listDecisions, listReviewedPeople, listReviews, listStudiesOfPeople } from '@readroom/db/patients/identity-reviews'
import type { StudyRow } from '@readroom/db/studies/studies'
import { toIdentityStudy } from '@readroom/domain/patients/identity-studies'
import { compareIdentities } from '@readroom/domain/patients/patient-identity'

type Person = Awaited<ReturnType<typeof listReviewedPeople>>[number]
type Decision = Awaited<ReturnType<typeof listDecisions>>[number]

const identityOf = ({ patientName, birthDate, sex }: IdentityStudy) => ({ name: patientName, birthDate, sex })

/** Compares a person's newest study with the first person's. */
function compare(first: IdentityStudy | undefined, own: IdentityStudy | undefined): Pick<ReviewedPerson, 'differing' | 'reason'> {
  if (!first || !own || first === own) return { differing: [], reason: null }
  const { differing, reason } = compareIdentities(identityOf(first), identityOf(own))
  return { differing, reason }
}

function toPeople(people: readonly Person[], studies: readonly StudyRow[]): ReviewedPerson[] {
  const shown = people.map(({ patient, documents }) => {
    const own = studies.filter((study) => study.patientRowId === patient.id).map(toIdentityStudy)
    return { personId: patient.id, documents, studies: own.toReversed() }
  })
  const present = shown.filter((person) => person.studies.length > 0)
  const first = present[0]?.studies[0]
  return present.map((person) => ({ ...person, ...compare(first, person.studies[0]) }))
}

const toDecision = ({ decision, decidedBy, undoneBy }: Decision): PastDecision => ({
  outcome: decision.outcome,
  people: decision.people,
  movedStudies: decision.moves.length,
  decidedBy,
  decidedAt: decision.decidedAt.toISOString(),
  undoneBy,
  undoneAt: decision.undoneAt?.toISOString() ?? null,
})

/** Returns a page of identity reviews with the identities, studies and history of each. */
export async function readReviews(db: Db, query: { state: IdentityReview['state']; page: number; limit: number }) {
  const { rows, total } = await listReviews(db, query)
  const ids = rows.map(({ review }) => review.id)
  const [people, decisions] = ids.length > 0 ? await Promise.all([listReviewedPeople(db, ids), listDecisions(db, ids)]) : [[], []]
  const patientRowIds = people.map(({ patient }) => patient.id)
  const studies = patientRowIds.length > 0 ? await listStudiesOfPeople(db, patientRowIds) : []
  const data = rows.map(({ review, laboratory }): IdentityReview => {
    const own = people.filter(({ reviewId }) => reviewId === review.id)
    return {
      id: review.id,
      state: review.state,
      version: review.version,
      laboratory,
      patientId: own[0]?.patient.patientId ?? null,
      reason: review.reason,
      openedAt: review.openedAt.toISOString(),
      people: toPeople(own, studies),
      history: decisions.filter(({ decision }) => decision.reviewId === review.id).map(toDecision),
    }
  })
  return { data, pagination: paginate(total, query) }
}
