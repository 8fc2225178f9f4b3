import type { MergeCandidate, MergePerson } from '@readroom/contracts/patients/patient-merges'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router-dom'
import { Field } from '../../../components/inputs/field.tsx'
import { Button, ButtonLink } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { patientPath } from '../../../lib/paths.ts'
import { MergeForm } from './merge-form.tsx'
import { MergeList } from './merge-list.tsx'
import { MergePersonCard } from './merge-person-card.tsx'
import { comparisonOptions } from './merges.queries.ts'

function OtherIdForm({ otherId, onFind }: { otherId: string; onFind: (otherId: string) => void }) {
  const [typed, setTyped] = useState(otherId)
  const find = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <form aria-label="Other patient" onSubmit={find} className="flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-56 sm:max-w-80">
        <Field label="Other patient’s ID">
          {(control) => (
            <input
              {...control}
              maxLength={64}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="lg" className="max-lg:h-11">
        Compare
      </Button>
    </form>
  )
}

type ComparedProps = { person: MergePerson; candidates: readonly MergeCandidate[]; otherId: string; onMerged: () => void }

function Compared({ person, candidates, otherId, onMerged }: ComparedProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const other = candidates.find(({ personId }) => personId === chosen) ?? (candidates.length === 1 ? candidates[0] : undefined)
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <MergePersonCard title="This patient" person={person} />
        {candidates.map((candidate, index) => (
          <MergePersonCard
            key={candidate.personId}
            title={candidates.length === 1 ? 'Other patient' : `Other patient ${index + 1}`}
            person={candidate}
          >
            {candidates.length > 1 && (
              <Button
                className="justify-self-start max-lg:h-11"
                aria-pressed={chosen === candidate.personId}
                look={chosen === candidate.personId ? 'primary' : 'outline'}
                onClick={() => setChosen(candidate.personId)}
              >
                Choose patient {index + 1}
              </Button>
            )}
          </MergePersonCard>
        ))}
      </div>
      {otherId !== '' && candidates.length === 0 && (
        <p role="status" className="text-text-2">
          No other patient of this laboratory has or had the ID {otherId}.
        </p>
      )}
      {other && <MergeForm key={other.personId} person={person} other={other} onMerged={onMerged} />}
    </>
  )
}

/** Compares the patient of a study with another one of the laboratory, merges them, and undoes merges. */
export default function MergePage() {
  useTitle('Merge patients')
  const { studyId = '' } = useParams()
  const [params, change] = useAddress()
  const otherId = params.get('other') ?? ''
  const { data, error } = useQuery(comparisonOptions(studyId, otherId))
  const find = (wanted: string) => change(() => new URLSearchParams(wanted === '' ? {} : { other: wanted }))
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-260 gap-5 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Merge patients</h1>
          <p className="mt-1 max-w-180 text-text-2">
            One person may have two patient IDs in a laboratory. Compare the two before you merge them.
          </p>
        </div>
        {!data && (error ? <FormMessage tone="error">The patient could not be loaded.</FormMessage> : <Loading />)}
        {data && (
          <>
            <OtherIdForm key={otherId} otherId={otherId} onFind={find} />
            <Compared
              key={`compared ${otherId}`}
              person={data.person}
              candidates={data.candidates}
              otherId={otherId}
              onMerged={() => find('')}
            />
            {data.merges.length > 0 && (
              <section aria-label="Past merges">
                <h2 className="font-semibold">Past merges</h2>
                <MergeList merges={data.merges} />
              </section>
            )}
            <div>
              <ButtonLink to={patientPath(data.person.patientId, studyId)} className="max-lg:h-11">
                Open patient record
              </ButtonLink>
            </div>
          </>
        )}
      </div>
    </main>
  )
}
