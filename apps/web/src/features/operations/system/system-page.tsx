import type { ReactNode } from 'react'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { OpenCritical } from '../../reports/critical-results/open-critical.tsx'
import { ArchiveSection } from './archive-state.tsx'
import { ArrivalsChart } from './arrivals-chart.tsx'
import { AttentionLine } from './attention-line.tsx'
import { BackupSection } from './backup-state.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { Dependencies } from './dependencies.tsx'
import { LabIntakeTable } from './lab-intake.tsx'
import { Programs } from './programs.tsx'
import { Refused } from './refused.tsx'
import { RefusedConnections } from './refused-connections.tsx'
import { SetAside } from './set-aside.tsx'
import { Stored } from './stored.tsx'
import { TestMailButton } from './test-mail-button.tsx'
import { Unreleased } from './unreleased.tsx'

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-7">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mb-3 text-sm text-text-3">{hint}</p>
      {children}
    </section>
  )
}

/** Shows the parts of the installation itself. */
function Installation() {
  return (
    <>
      <Section title="Dependencies" hint="Services this portal depends on.">
        <Dependencies />
        <ArrivalsChart />
      </Section>
      <Section
        title="Image archive"
        hint="Free disk space, and images that can no longer be read. Remove those images, then send them again."
      >
        <ArchiveSection />
      </Section>
      <Section title="Storage" hint="Space used by the database and the portal's files. Images are stored in the image archive.">
        <Stored />
      </Section>
      <Section title="Backup" hint="Operators create backups with a command and keep copies in another place.">
        <BackupSection />
      </Section>
      <Section title="Programs" hint="Running programs with their version and configuration. Secrets are never shown.">
        <Programs />
      </Section>
    </>
  )
}

/** Shows the work that waits for administrators, and the laboratories that send. */
function Work() {
  return (
    <>
      <Section
        title="Critical results"
        hint="Results that nobody has acknowledged. Laboratories get repeated reminders by email. Notifications by telephone are listed here."
      >
        <OpenCritical empty="No open critical results." className="rounded-sm" />
      </Section>
      <Section
        title="Unreleased reports"
        hint="Signed reports that are late for their laboratory. Readroom retries them automatically. The log of the worker has the cause."
      >
        <Unreleased />
      </Section>
      <Section
        title="Studies set aside"
        hint="Studies in the image archive that could not be imported. Readroom retries them automatically."
      >
        <SetAside />
      </Section>
      <Section
        title="Rejected images"
        hint="The image archive rejected these images and informed the scanner. Send them again: received images leave this list. Files that are not DICOM, or lack UIDs, are only in the log of the image archive."
      >
        <Refused />
      </Section>
      <Section
        title="Refused connections"
        hint="Connections to the DICOM, HL7 and worklist ports that were refused or ended in the last day. Port scans of your own network appear here."
      >
        <RefusedConnections />
      </Section>
      <Section
        title="Failed jobs"
        hint="Jobs and messages that failed permanently, or that this version does not understand. They block nothing else."
      >
        <DeadLetters label="Failed jobs" empty="No failed jobs." isMail={false} />
      </Section>
      <Section title="Unsent emails" hint="The mail server did not accept them. Retry when it works again.">
        <DeadLetters label="Unsent emails" empty="No unsent emails." isMail />
        <TestMailButton />
      </Section>
      <Section
        title="Intake by laboratory"
        hint="Arrivals since midnight in the clinic's time zone. 90 % of the studies were on the worklist within the lag after their image arrived."
      >
        <LabIntakeTable />
      </Section>
    </>
  )
}

/** Shows the page for administrators about the state of the installation. */
export default function SystemPage() {
  useTitle('System')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <AttentionLine />
      <h1 className="sr-only">System</h1>
      <div className="grid lg:grid-cols-[minmax(22rem,27rem)_minmax(0,1fr)]">
        <div className="min-w-0 border-line px-5 py-5 max-lg:order-2 lg:border-r">
          <Installation />
        </div>
        <div className="min-w-0 px-5 py-5">
          <Work />
        </div>
      </div>
    </main>
  )
}
