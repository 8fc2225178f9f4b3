import type { AssignmentDecision } from '@readroom/contracts/turnaround/assignment-decisions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Sheet } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { clinicDay, formatInstant } from '../../../lib/format.ts'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { everyDoctorOptions } from '../../../lib/lists/doctors.queries.ts'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import { paths } from '../../../lib/paths.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { StudyWords } from '../assignment/study-words.tsx'
import { decisionWords, othersTitle, otherWords, outcomeOf } from './decision-words.ts'
import { type DecisionChoice, decisionsOptions, exportDecisions } from './decisions.queries.ts'

const dayMs = 86_400_000
const ranges = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 0, label: 'All days' },
]
const firstDay = (days: number): string => (days === 0 ? '' : clinicDay(new Date(Date.now() - (days - 1) * dayMs)))

function DecisionItem({ decision, names }: { decision: AssignmentDecision; names: Record<string, string> }) {
  const others = decision.decision.kind === 'chosen' ? decision.decision.explanation.others : []
  const doctor = decision.doctorId === null ? 'No doctor found' : (names[decision.doctorId] ?? 'A deleted doctor')
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-1 py-2.5">
      <p className="num w-32 text-sm text-text-2">{formatInstant(decision.at).text}</p>
      <div className="min-w-0 flex-1 basis-60">
        <StudyWords study={{ ...decision, labName: decision.labName ?? 'N/A' }} />
      </div>
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">
          <bdi>{doctor}</bdi>
          {decision.decision.kind === 'takenBack' && <span className="font-normal text-text-2"> lost it</span>}
        </p>
        <p className="text-sm text-text-2">{decisionWords(decision)}</p>
        {decision.confirmedBy && (
          <p className="text-sm">
            Confirmed by <bdi>{decision.confirmedBy}</bdi>, {formatInstant(decision.at).text}
          </p>
        )}
        {others.length > 0 && (
          <details className="text-sm text-text-2">
            <summary className="cursor-pointer max-lg:leading-11">{othersTitle(others)}</summary>
            <ul className="ml-4 list-disc">
              {otherWords(others, names).map((words) => (
                <li key={words} className="break-words">
                  {words}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <p className="w-44 text-sm">{outcomeOf(decision)}</p>
    </li>
  )
}

function useDecisionChoice() {
  const [params, change] = useAddress()
  const choice: DecisionChoice = {
    doctor: params.get('doctor') ?? '',
    lab: params.get('lab') ?? '',
    from: params.get('from') ?? firstDay(7),
  }
  const choose = (name: keyof DecisionChoice, value: string) =>
    change((address) => {
      address.set(name, value)
      return address
    })
  return { choice, choose }
}

/** Shows what automatic assignment decided: for whom, why, why not for others, and what came of it. */
export default function DecisionsPage() {
  useTitle('Decisions of automatic assignment')
  const { choice, choose } = useDecisionChoice()
  const { data: labs = [] } = useQuery(labChoiceOptions)
  const { data: doctors = [] } = useQuery(everyDoctorOptions)
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(decisionsOptions(choice))
  const saved = useChange({
    change: () => exportDecisions(choice),
    onDone: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'decisions.csv'),
    failed: 'The decisions could not be exported. Please try again.',
  })
  const decisions = data?.pages.flatMap((page) => page.decisions) ?? []
  const names = Object.fromEntries(data?.pages.flatMap((page) => Object.entries(page.doctorNames)) ?? [])
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-300 gap-4 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Decisions of automatic assignment</h1>
          <p className="mt-1 max-w-180 text-text-2">
            Each doctor who was chosen or lost a study, with the reasons of that moment.{' '}
            <Link to={paths.adminAssignment} className="font-medium text-accent-text hover:underline">
              Automatic assignment
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Select aria-label="Doctor" value={choice.doctor} onChange={({ target }) => choose('doctor', target.value)}>
            <option value="">All doctors</option>
            {doctors.map(({ _id, fullName }) => (
              <option key={_id} value={_id}>
                {fullName}
              </option>
            ))}
          </Select>
          <Select aria-label="Laboratory" value={choice.lab} onChange={({ target }) => choose('lab', target.value)}>
            <option value="">All laboratories</option>
            {labs.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Select aria-label="Days" value={choice.from} onChange={({ target }) => choose('from', target.value)}>
            {ranges.map(({ days, label }) => (
              <option key={days} value={firstDay(days)}>
                {label}
              </option>
            ))}
            {ranges.every(({ days }) => firstDay(days) !== choice.from) && (
              <option value={choice.from}>Since {choice.from}</option>
            )}
          </Select>
          <Button className="ml-auto max-lg:h-11" disabled={saved.isBusy || decisions.length === 0} onClick={() => saved.start()}>
            <Sheet size={14} aria-hidden />
            {saved.isBusy ? 'Exporting...' : 'Export'}
          </Button>
        </div>
        {error && <FormMessage tone="error">{messageOf(error, 'The decisions could not be loaded.')}</FormMessage>}
        {!data && !error && <Loading />}
        {data && decisions.length === 0 && <p className="text-text-2">Automatic assignment decided nothing in these days.</p>}
        {decisions.length > 0 && (
          <ul aria-label="Decisions" className="divide-y divide-line border-y border-line">
            {decisions.map((decision) => (
              <DecisionItem key={decision._id} decision={decision} names={names} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="text-center">
            <Button className="max-lg:h-11" disabled={isFetching} onClick={() => void fetchNextPage()}>
              {isFetching ? 'Loading...' : 'Older decisions'}
            </Button>
          </div>
        )}
      </div>
    </main>
  )
}
