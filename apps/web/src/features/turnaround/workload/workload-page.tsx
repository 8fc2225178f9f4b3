import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { formatClock } from '../../../lib/format.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { Causes } from './causes.tsx'
import { DoctorWorkloads } from './doctor-workloads.tsx'
import { LabWorkloads } from './lab-workloads.tsx'
import { useWorkloadNews } from './use-workload-news.ts'
import { workloadOptions } from './workload.queries.ts'

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-text-2">{hint}</p>
      </div>
      {children}
    </section>
  )
}

/** Shows how much work each doctor and laboratory has, and what is late. */
export default function WorkloadPage() {
  useTitle('Workload')
  useWorkloadNews()
  const { data, error } = useQuery(workloadOptions)
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-6xl gap-7 px-4 py-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-xl font-semibold">Workload</h1>
          {data && <p className="num text-sm text-text-2">As of {formatClock(data.asOf)}</p>}
        </div>
        {error && <FormMessage tone="error">{messageOf(error, 'The workload could not be loaded.')}</FormMessage>}
        {!data && !error && <Loading />}
        {data && (
          <>
            <Section
              title="Waiting for a report"
              hint="Each study counts at its next step. A number opens the studies in the worklist."
            >
              <Causes causes={data.causes} />
            </Section>
            <Section title="Doctors" hint="The doctor with the most late studies is first.">
              <DoctorWorkloads doctors={data.doctors} />
            </Section>
            <Section title="Laboratories" hint="Today's arrivals, and how many usually arrive in the next hours.">
              <LabWorkloads labs={data.labs} />
            </Section>
          </>
        )}
      </div>
    </main>
  )
}
