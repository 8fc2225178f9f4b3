import type { ReactNode } from 'react'
import { AdminTabs } from '../../components/ui/tabs.tsx'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { OpenCritical } from '../critical-results/open-critical.tsx'
import { ArchiveSection } from './archive-state.tsx'
import { BackupSection } from './backup-state.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { Dependencies } from './dependencies.tsx'
import { Programs } from './programs.tsx'
import { Refused } from './refused.tsx'
import { SetAside } from './set-aside.tsx'
import { Stored } from './stored.tsx'
import { TestMailButton } from './test-mail-button.tsx'

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 mb-3 text-text-2">{hint}</p>
      {children}
    </section>
  )
}

/** What needs an administrator's eye. */
export default function SystemPage() {
  useTitle('System')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <AdminTabs />
      <div className="mx-auto max-w-240 px-5 py-6 lg:py-10">
        <h1 className="mb-5 text-xl font-semibold">System</h1>
        <Section title="Dependencies" hint="What the portal cannot work without, or not wholly.">
          <Dependencies />
        </Section>
        <Section
          title="Critical results"
          hint="Nobody has acknowledged them. Their laboratories are told again and again; who was told by telephone is named here."
        >
          <OpenCritical empty="No critical result is open." className="rounded-sm" />
        </Section>
        <Section
          title="Studies set aside"
          hint="They are in the image archive and could not be taken in. Each is tried again by itself."
        >
          <SetAside />
        </Section>
        <Section
          title="Images refused"
          hint="The image archive did not take them, and told the scanner so. Have them sent again; what has come leaves this list by itself. What is no DICOM image, or lacks the UIDs of one, stands in the archive's own log alone."
        >
          <Refused />
        </Section>
        <Section
          title="Image archive"
          hint="Room on its disk, and images that it can no longer read. Remove those and have them sent again."
        >
          <ArchiveSection />
        </Section>
        <Section title="Backup" hint="Made by the operators' command. Copies in another place are theirs to keep.">
          <BackupSection />
        </Section>
        <Section
          title="Work left undone"
          hint="Jobs and messages that failed for good, or that this version does not understand. They hold up nothing else."
        >
          <DeadLetters label="Work left undone" empty="No work is left undone." isMail={false} />
        </Section>
        <Section title="Mails not sent" hint="The mail server did not take them. Send them again once it does.">
          <DeadLetters label="Mails not sent" empty="Every mail has gone out." isMail />
          <TestMailButton />
        </Section>
        <Section title="Storage" hint="What the database and the files of the portal take; images lie in the archive.">
          <Stored />
        </Section>
        <Section title="Programs" hint="What runs, in which version, and what its environment says. Secrets are never shown.">
          <Programs />
        </Section>
      </div>
    </main>
  )
}
