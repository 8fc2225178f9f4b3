import { balanceDays, type DoctorWorkload } from '@readroom/contracts/turnaround/workload'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { GroupSelect } from '../../../components/form/group-select.tsx'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { paths } from '../../../lib/paths.ts'
import { evennessHint } from '../evenness-words.ts'
import { ForecastSection } from '../forecast/forecast-section.tsx'
import { BalanceSection } from './balance-section.tsx'
import { Causes } from './causes.tsx'
import { DoctorWorkloads } from './doctor-workloads.tsx'
import { GivenBack } from './given-back.tsx'
import { LabWorkloads } from './lab-workloads.tsx'
import { workloadOptions } from './workload.queries.ts'
import { WorkloadFrame } from './workload-frame.tsx'

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

/** Lists the doctors of the group in the address, or all. The group is chosen above them. */
function DoctorsOfGroup({ doctors }: { doctors: readonly DoctorWorkload[] }) {
  const [params, changeAddress] = useAddress()
  const { data: groups = [] } = useQuery(doctorGroupsOptions)
  const group = groups.find(({ _id }) => _id === params.get('group'))
  const choose = (groupId: string | null) =>
    changeAddress((current) => {
      if (groupId === null) current.delete('group')
      else current.set('group', groupId)
      return current
    })
  const shown = group ? doctors.filter(({ doctorId }) => group.doctorIds.includes(doctorId)) : doctors
  return (
    <>
      {groups.length > 0 && (
        <GroupSelect
          aria-label="Group"
          className="w-48 max-sm:w-full"
          groups={groups}
          value={group?._id ?? null}
          onChange={choose}
        />
      )}
      {group && shown.length === 0 ? (
        <p className="text-text-2">No doctor of this group can be assigned or has open studies.</p>
      ) : (
        <DoctorWorkloads doctors={shown} />
      )}
    </>
  )
}

/** Shows how much work each doctor and laboratory has, and what is late. */
export default function WorkloadPage() {
  return (
    <WorkloadFrame answer={useQuery(workloadOptions)} className="max-w-6xl gap-7">
      {({ causes, doctors, labs, givenBack }) => (
        <>
          <Section
            title="Waiting for a report"
            hint="Each study counts at its next step. A number opens the studies in the worklist."
          >
            <Causes causes={causes} />
          </Section>

          <Section
            title="Next 24 hours"
            hint="Expected from the open studies, the usual arrivals of this weekday, and the shifts."
          >
            <ForecastSection />
          </Section>
          <Section title="Doctors" hint="The doctor with the most late studies is first.">
            <DoctorsOfGroup doctors={doctors} />
            <GivenBack counts={givenBack} />
            <p>
              <Link
                to={paths.assignmentSimulation}
                className="inline-flex items-center font-medium text-accent-text hover:underline max-lg:h-11"
              >
                Simulate automatic assignment
              </Link>
            </p>
          </Section>
          <Section
            title={`Evenness and lateness of the last ${balanceDays} days`}
            hint={`Of the studies that arrived in these days. ${evennessHint}`}
          >
            <BalanceSection />
          </Section>
          <Section title="Laboratories" hint="Today's arrivals, and how many usually arrive in the next hours.">
            <LabWorkloads labs={labs} />
          </Section>
        </>
      )}
    </WorkloadFrame>
  )
}
