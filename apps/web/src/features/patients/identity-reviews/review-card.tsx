import {
  type IdentityReview,
  type IdentityStudy,
  identityReviewEndpoints,
  type ReviewedPerson,
} from '@readroom/contracts/patients/identity-reviews'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Select } from '../../../components/inputs/select.tsx'
import { Fact } from '../../../components/study/study-facts.tsx'
import { TouchedStudies } from '../../../components/study/touched-studies.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { formatDate, formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { patientPath } from '../../../lib/paths.ts'
import { IdentityFacts } from './identity-facts.tsx'
import { decisionText, groupsOf, newPerson, type Places, placesOf } from './review-words.ts'

type PlaceProps = { study: IdentityStudy; people: readonly ReviewedPerson[]; place: string; onPlace: (place: string) => void }

function Place({ study, people, place, onPlace }: PlaceProps) {
  const name = study.description ?? study.modality ?? 'study'
  return (
    <Select aria-label={`Person of ${name}`} value={place} onChange={(event) => onPlace(event.target.value)}>
      {people.map(({ personId }, index) => (
        <option key={personId} value={personId}>
          Person {index + 1}
        </option>
      ))}
      <option value={newPerson}>New person</option>
    </Select>
  )
}

type PersonProps = {
  review: IdentityReview
  person: ReviewedPerson
  number: number
  places: Places
  setPlaces: (places: Places) => void
}

function Person({ review, person, number, places, setPlaces }: PersonProps) {
  const { people, state } = review
  return (
    <fieldset
      aria-label={`Person ${number}`}
      className="min-w-0 grid content-start gap-3 rounded-md border border-line bg-surface p-4"
    >
      <h3 className="font-semibold">Person {number}</h3>
      <IdentityFacts person={person} />
      {person.reason && <p className="text-sm text-text-2">Compared with person 1: {person.reason}</p>}
      <ul aria-label={`Studies of person ${number}`} className="divide-y divide-line border-t border-line">
        {person.studies.map((study) => (
          <li key={study.studyId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-44">
              <Link
                to={patientPath(study.patientId, study.studyId)}
                className="block font-medium break-words text-accent-text underline"
              >
                <Fact value={study.description ?? study.modality} />
              </Link>
              <span className="num block text-sm text-text-2">
                <Fact value={study.patientName} />, {study.studyDate ? formatDate(study.studyDate) : 'no study date'}
                {study.accessionNumber && `, ${study.accessionNumber}`}
              </span>
            </span>
            {state === 'open' && (
              <Place
                study={study}
                people={people}
                place={places[study.studyId] ?? person.personId}
                onPlace={(place) => setPlaces({ ...places, [study.studyId]: place })}
              />
            )}
          </li>
        ))}
      </ul>
      {person.documents > 0 && <p className="num text-sm text-text-2">{plural(person.documents, 'document')}</p>}
    </fieldset>
  )
}

type Groups = ReturnType<typeof groupsOf>

function useDecisions({ id, version }: IdentityReview) {
  const [error, setError] = useState<string | null>(null)
  const common = {
    done: ({ message }: { message: string }) => message,
    failed: 'This could not be done. Please try again.',
    onFailure: (message: string) => setError(message),
    invalidates: [identityReviewKeys.all],
  }
  const params = { reviewId: id }
  const deciding = useChange({
    change: (people: Groups) => api.call(identityReviewEndpoints.decide, { params, body: { version, people } }),
    ...common,
  })
  const undoing = useChange({
    change: () => api.call(identityReviewEndpoints.undo, { params, body: { version } }),
    ...common,
  })
  return {
    error,
    decide(people: Groups) {
      setError(null)
      deciding.start(people)
    },
    undo() {
      setError(null)
      undoing.start()
    },
  }
}

/** Shows a review: the identities side by side, their differences, the studies of each person, and the decision. */
export function ReviewCard({ review }: { review: IdentityReview }) {
  const { people, state, history, patientId, laboratory, reason, openedAt } = review
  const [moved, setMoved] = useState<Places>({})
  const [asked, setAsked] = useState<Groups | null>(null)
  const { error, decide, undo } = useDecisions(review)
  const places = { ...placesOf(people), ...moved }
  const groups = groupsOf(places)
  const studies = people.flatMap((person) => person.studies)
  const first = people[0]?.personId ?? null
  const joined: Groups = [{ personId: first, studyIds: studies.map(({ studyId }) => studyId) }]
  const heading = `Patient ID ${patientId ?? 'N/A'}`
  return (
    <article aria-label={heading} className="grid gap-4 border-b border-line py-6">
      <header>
        <h2 className="text-lg font-semibold break-words">{heading}</h2>
        <p className="num text-sm text-text-2">
          {laboratory ?? 'No laboratory'}, opened {formatInstant(openedAt).text}
        </p>
        <p className="mt-1">{reason}</p>
      </header>
      <div className="grid gap-4 lg:grid-cols-2">
        {people.map((person, index) => (
          <Person key={person.personId} review={review} person={person} places={places} number={index + 1} setPlaces={setMoved} />
        ))}
      </div>
      {history.length > 0 && (
        <ul aria-label="History" className="grid gap-1 text-sm text-text-2">
          {history.map((decision) => (
            <li key={decision.decidedAt}>{decisionText(decision)}</li>
          ))}
        </ul>
      )}
      {error && <FormMessage tone="error">{error}</FormMessage>}
      <div className="flex flex-wrap gap-2">
        {state === 'open' ? (
          <>
            <Button className="max-lg:h-11" onClick={() => setAsked(joined)}>
              Same person
            </Button>
            <Button className="max-lg:h-11" disabled={groups.length < 2} onClick={() => setAsked(groups)}>
              Different people
            </Button>
            {people.length === 1 && groups.length < 2 && (
              <p className="self-center text-sm text-text-2">To separate studies, choose “New person” for some of them.</p>
            )}
          </>
        ) : (
          <Button className="max-lg:h-11" onClick={undo}>
            Undo decision
          </Button>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          wide
          title={asked.length === 1 ? 'Same person?' : `${asked.length} different people?`}
          action={asked.length === 1 ? 'Join the studies' : 'Keep separate'}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            decide(asked)
          }}
        >
          <div className="grid gap-3">
            <p>
              {asked.length === 1
                ? 'Joins all studies and documents under the first person. Empty fields of that record are filled from the others. You can undo this.'
                : 'Separates the studies, documents, priors and exports of each person. You can undo this.'}
            </p>
            {asked.map(({ personId, studyIds }) => (
              <div key={personId ?? newPerson}>
                {asked.length > 1 && (
                  <p className="font-medium text-text">
                    {personId === null
                      ? 'New person'
                      : `Person ${people.findIndex((person) => person.personId === personId) + 1}`}
                  </p>
                )}
                <TouchedStudies studies={studies.filter(({ studyId }) => studyIds.includes(studyId))} />
              </div>
            ))}
          </div>
        </ConfirmDialog>
      )}
    </article>
  )
}
