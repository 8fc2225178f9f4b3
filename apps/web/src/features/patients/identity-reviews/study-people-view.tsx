import { type StudyOfSeveralPeople, type StudyPerson, studyPeopleEndpoints } from '@readroom/contracts/patients/study-people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Fact } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { formatDate, formatInstant } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { patientPath } from '../../../lib/paths.ts'
import { NamedImagesItem } from './named-images.tsx'
import { PagedList } from './paged-list.tsx'
import { fieldWords } from './review-words.ts'
import { SplitDialog } from './split-dialog.tsx'
import { studyPeopleOptions } from './study-people.queries.ts'

type PersonProps = { study: StudyOfSeveralPeople; person: StudyPerson; number: number }

function Person({ study: { studyInstanceUID }, person: { name, birthDate, sex, images }, number }: PersonProps) {
  const facts = [
    [fieldWords.name, name],
    [fieldWords.birthDate, birthDate && formatDate(birthDate)],
    [fieldWords.sex, sex],
  ] as const
  return (
    <fieldset
      aria-label={`Person ${number}`}
      className="grid min-w-0 content-start gap-3 rounded-md border border-line bg-surface p-4"
    >
      <h3 className="font-semibold">Person {number}</h3>
      <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-text-2">{label}</dt>
            <dd className="min-w-0 font-medium break-words">
              <Fact value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <ul aria-label={`Images of person ${number}`} className="divide-y divide-line border-t border-line">
        {images.map((one) => (
          <NamedImagesItem key={one.sopInstanceUID} studyInstanceUID={studyInstanceUID} images={one} />
        ))}
      </ul>
    </fieldset>
  )
}

function Study({ study }: { study: StudyOfSeveralPeople }) {
  const { studyId, version, patientId, patientName, laboratory, description, studyDate, since, people, isMoving } = study
  const [isAsked, setIsAsked] = useState(false)
  const [isSplitting, setIsSplitting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => api.call(studyPeopleEndpoints.accept, { params: { studyId }, body: { version } }),
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    onFailure: setError,
    invalidates: [identityReviewKeys.all],
  })
  const heading = `Study of ${patientName ?? 'N/A'}`
  return (
    <article aria-label={heading} className="grid gap-4 border-b border-line py-6">
      <header>
        <h2 className="text-lg font-semibold break-words">
          <Link to={patientPath(patientId, studyId)} className="text-accent-text underline">
            {heading}
          </Link>
        </h2>
        <p className="num text-sm break-words text-text-2">
          {[description, studyDate && formatDate(studyDate), laboratory ?? 'No laboratory'].filter(Boolean).join(', ')}, noticed{' '}
          {formatInstant(since).text}
        </p>
        <p className="mt-1">No report can be signed before you decide.</p>
      </header>
      <div className="grid gap-4 lg:grid-cols-2">
        {people.map((person, index) => (
          <Person key={`${person.name} ${person.birthDate} ${person.sex}`} study={study} person={person} number={index + 1} />
        ))}
      </div>
      {error && <FormMessage tone="error">{error}</FormMessage>}
      {isMoving ? (
        <output className="text-text-2">Images of this study are being moved. This page shows the result.</output>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button className="max-lg:h-11" onClick={() => setIsAsked(true)}>
            Same person
          </Button>
          <Button className="max-lg:h-11" look="outline" onClick={() => setIsSplitting(true)}>
            Split study
          </Button>
          <p className="max-w-140 text-sm text-text-2">
            Split the study if it shows different people. The images of one person then become a study of their own.
          </p>
        </div>
      )}
      {isSplitting && <SplitDialog study={study} onClose={() => setIsSplitting(false)} />}
      {isAsked && (
        <ConfirmDialog
          title="Same person?"
          action="Same person"
          busy={isBusy}
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false)
            setError(null)
            start()
          }}
        >
          All images of this study stay together, and reports can be signed. If an image names yet another person, Readroom asks
          again.
        </ConfirmDialog>
      )}
    </article>
  )
}

/** Shows the studies whose images name several people, and that wait for a decision. */
export const StudyPeopleView = () => (
  <PagedList
    usePage={(page) => useQuery(studyPeopleOptions(page))}
    failed="The studies could not be loaded."
    empty="No studies of several people. Readroom compares the identity on every image that arrives."
    item={(study) => <Study key={`${study.studyId} ${study.version}`} study={study} />}
  />
)
