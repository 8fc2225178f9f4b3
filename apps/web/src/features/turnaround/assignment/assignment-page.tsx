import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { plural } from '../../../lib/format.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { useNews } from '../use-news.ts'
import { assignmentOptions, refetchAssignment } from './assignment.queries.ts'
import { LabModes } from './lab-modes.tsx'
import { LeftStudies } from './left-studies.tsx'
import { Moves } from './moves.tsx'
import { Proposals } from './proposals.tsx'
import { ReadingTimes } from './reading-times.tsx'
import { StudyWords } from './study-words.tsx'
import { Unplaced } from './unplaced.tsx'

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="max-w-180 text-sm text-text-2">{hint}</p>
      </div>
      {children}
    </section>
  )
}

/** Shows how studies of each laboratory find their doctor, and the studies that need an administrator. */
export default function AssignmentPage() {
  useTitle('Automatic assignment')
  useNews(refetchAssignment)
  const { data, error } = useQuery(assignmentOptions)
  const unplaced = data?.unplaced.reduce((sum, { studies }) => sum + studies, 0) ?? 0
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-260 gap-7 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Automatic assignment</h1>
          <p className="mt-1 max-w-180 text-text-2">
            Chooses a doctor for each study whose images are complete: a doctor who reads for the laboratory, is on duty and is
            below the limit of open work. Urgent studies come first. A study that an administrator assigns or unassigns is left
            alone until an administrator says otherwise.{' '}
            <Link to={paths.assignmentSimulation} className="font-medium text-accent-text hover:underline">
              Simulate it on past studies
            </Link>
            {', or '}
            <Link to={paths.assignmentDecisions} className="font-medium text-accent-text hover:underline">
              see its decisions
            </Link>
            .
          </p>
        </div>
        {error && <FormMessage tone="error">{messageOf(error, 'Automatic assignment could not be loaded.')}</FormMessage>}
        {!data && !error && <Loading />}
        {data && (
          <>
            <Section title="Laboratories" hint="A change applies to studies that wait for a doctor.">
              <LabModes labs={data.labs} />
            </Section>
            {data.moves.length > 0 && (
              <Section
                title={`To be moved: ${plural(data.moves.length, 'study', 'studies')}`}
                hint="Unopened studies whose doctor leaves before reading them, has too much work, or would read them late. Studies that were opened or assigned by hand are listed if another doctor reads them sooner."
              >
                <Moves moves={data.moves} />
              </Section>
            )}
            <Section
              title={unplaced === 0 ? 'No doctor found' : `No doctor found: ${plural(unplaced, 'study', 'studies')}`}
              hint="A doctor is looked for again every minute. Each doctor counts once."
            >
              <Unplaced groups={data.unplaced} />
            </Section>
            {data.left.length > 0 && (
              <Section title="Waiting for an administrator" hint="Automatic assignment leaves these studies alone.">
                <LeftStudies studies={data.left} />
              </Section>
            )}
            <Section
              title="Proposals"
              hint="A proposal that is no longer right when you confirm it is made anew, and not assigned."
            >
              <Proposals proposals={data.proposals} count={data.proposalCount} />
            </Section>
            {data.passedOver.length > 0 && (
              <Section title="Passed over three times" hint="The next doctor of the pool keeps the study.">
                <ul aria-label="Studies passed over three times" className="divide-y divide-line border-y border-line">
                  {data.passedOver.map((study) => (
                    <li key={study.studyId} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
                      <div className="min-w-0 flex-1 basis-60">
                        <StudyWords study={study} />
                      </div>
                      <p className="min-w-0 flex-1 basis-60 break-words">
                        <bdi>{study.doctorName ?? 'Waits for the next doctor'}</bdi>
                      </p>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <Section
              title="Expected minutes"
              hint="How long studies take to read: the medians of this installation, learnt every day from at least 20 readings of 90 days. Shares, limits and expected times of reading are counted in them."
            >
              <ReadingTimes />
            </Section>
          </>
        )}
      </div>
    </main>
  )
}
