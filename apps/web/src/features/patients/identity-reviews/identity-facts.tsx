import { type IdentityField, type IdentityStudy, identityFields } from '@readroom/contracts/patients/identity-reviews'
import { Fact } from '../../../components/study/study-facts.tsx'
import { formatDate } from '../../../lib/format.ts'
import { fieldWords } from './review-words.ts'

const shownOf: Record<IdentityField, (study: IdentityStudy) => string | null> = {
  name: ({ patientName }) => patientName,
  birthDate: ({ birthDate }) => birthDate && formatDate(birthDate),
  sex: ({ sex }) => sex,
}

/** Returns each value of a field that a person's studies show, once. Without studies the value is missing. */
function distinct(studies: readonly IdentityStudy[], field: IdentityField): (string | null)[] {
  return studies.length === 0 ? [null] : [...new Set(studies.map(shownOf[field]))]
}

type Props = { person: { studies: readonly IdentityStudy[]; differing: readonly IdentityField[] } }

/** Shows name, birth date and sex as a person's studies have them, with a mark at each difference from the first person. */
export function IdentityFacts({ person }: Props) {
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-1">
      {identityFields.map((field) => (
        <div key={field} className="contents">
          <dt className="text-text-2">{fieldWords[field]}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-medium break-words">
            {distinct(person.studies, field).map((value) => (
              <span key={value} className="min-w-0">
                <Fact value={value} />
              </span>
            ))}
            {person.differing.includes(field) && (
              <span className="rounded-xs bg-red-wash px-1.5 text-xs font-semibold text-red-fg">Differs</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
