import type { MergePerson } from '@readroom/contracts/patients/patient-merges'
import type { ReactNode } from 'react'
import { TouchedStudies } from '../../../components/study/touched-studies.tsx'
import { plural } from '../../../lib/format.ts'
import { IdentityFacts } from './identity-facts.tsx'

type Props = { title: string; person: MergePerson; children?: ReactNode }

/** Shows a person who can be merged: identity, IDs, studies and documents. */
export function MergePersonCard({ title, person, children }: Props) {
  const { patientId, formerIds, studies, documents, isOnHold, isUnderReview, difference } = person
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-3 rounded-md border border-line bg-surface p-4">
      <h2 className="font-semibold break-words">
        {title}: patient ID {patientId ?? 'N/A'}
      </h2>
      {formerIds.length > 0 && <p className="text-sm break-words text-text-2">Also found by {formerIds.join(', ')}</p>}
      <IdentityFacts person={person} />
      {difference && <p className="text-sm text-text-2">{difference}</p>}
      {isOnHold && <p className="text-sm">This patient is on hold. The patient who stays will be, too.</p>}
      {isUnderReview && <p className="text-sm text-red-fg">An identity review is open. Decide it before you merge.</p>}
      {studies.length > 0 ? (
        <div className="overflow-x-auto">
          <TouchedStudies studies={studies} />
        </div>
      ) : (
        <p className="text-text-2">No studies.</p>
      )}
      <p className="num text-sm text-text-2">{plural(documents, 'document')}</p>
      {children}
    </section>
  )
}
