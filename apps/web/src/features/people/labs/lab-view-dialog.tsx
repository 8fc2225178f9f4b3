import type { LabDetails } from '@readroom/contracts/people/labs'
import type { ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { ActiveBadge } from '../../../components/ui/state-badges.tsx'
import { cx } from '../../../lib/cx.ts'
import { displayRulesWords } from './display-rules-field.tsx'
import { ScannerConnection } from './lab-connection.tsx'

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-3">{children}</dl>
    </section>
  )
}

function Item({ label, children, wide }: { label: string; children: ReactNode; wide?: boolean }) {
  const empty = children === null || children === ''
  return (
    <div className={cx('min-w-0', wide && 'sm:col-span-3')}>
      <dt className="text-xs text-text-3">{label}</dt>
      <dd className="num break-words">{empty ? <span className="text-text-3">N/A</span> : <bdi>{children}</bdi>}</dd>
    </div>
  )
}

const count = (value: number) => value.toLocaleString('en-GB')

function Address({ address: { street, city, state, zipCode } }: Pick<LabDetails, 'address'>) {
  if ([street, city, state, zipCode].every((part) => part === '')) return null
  return (
    <Section title="Address">
      <Item label="Street" wide>
        {street}
      </Item>
      <Item label="City">{city}</Item>
      <Item label="State">{state}</Item>
      <Item label="ZIP">{zipCode}</Item>
    </Section>
  )
}

/** Shows all details of a laboratory. */
export function LabViewDialog({ lab, onEdit, onClose }: { lab: LabDetails; onEdit: () => void; onClose: () => void }) {
  const { staffStats, studyStats } = lab
  return (
    <Dialog
      title="Lab Details"
      width="max-w-[640px]"
      onClose={onClose}
      header={<bdi className="block text-xl font-semibold break-words">{lab.name}</bdi>}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onEdit}>
            Edit
          </Button>
          <Button className="max-lg:h-11" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div tabIndex={0} className="grid min-h-0 gap-5 overflow-y-auto px-5 py-4 -outline-offset-2">
        <Section title="Basic Information">
          <Item label="Name">{lab.name}</Item>
          <Item label="Identifier">{lab.identifier}</Item>
          <Item label="Status">
            <ActiveBadge active={lab.isActive} />
          </Item>
        </Section>
        <section aria-label="Scanner connection">
          <h3 className="mb-2 font-semibold">Scanner connection</h3>
          <ScannerConnection labId={lab._id} />
        </section>
        <Section title="Contact Information">
          <Item label="Person">{lab.contactPerson}</Item>
          <Item label="Email">{lab.contactEmail}</Item>
          <Item label="Phone">{lab.contactPhone}</Item>
        </Section>
        <Address address={lab.address} />
        <Section title="Reports">
          <Item label="Email on delivery">{lab.mailOnReport ? 'On' : 'Off'}</Item>
          <Item label="Preliminary">{lab.preliminaryVisible ? 'Visible' : 'Not visible'}</Item>
          <Item label="Sent to the image archive">{lab.archiveReports ? 'Signed reports' : 'No reports'}</Item>
          <Item label="Shared links">{lab.sharePinRequired ? 'PIN required' : 'PIN optional'}</Item>
          <Item label="Every series displayed">{lab.everySeriesDisplayed ? 'Required' : 'Confirmed on signing'}</Item>
          <Item label="Counts as displayed" wide>
            {displayRulesWords(lab.displayRules)}
          </Item>
        </Section>
        <Section title="Emails about deadlines">
          <Item label="Quiet hours">{lab.quietHours.from && `${lab.quietHours.from} to ${lab.quietHours.to}`}</Item>
          <Item label="Further addresses">{lab.escalationEmails.join(', ')}</Item>
        </Section>
        <Section title="Statistics">
          <Item label="Total studies">{count(lab.totalStudies)}</Item>
          <Item label="Active staff">{count(staffStats.active)}</Item>
          <Item label="Total staff">{count(staffStats.total)}</Item>
        </Section>
        <Section title="Study Breakdown">
          <Item label="Pending">{count(studyStats.pending)}</Item>
          <Item label="In Progress">{count(studyStats.inProgress)}</Item>
          <Item label="Completed">{count(studyStats.completed)}</Item>
        </Section>
        {lab.notes && (
          <section>
            <h3 className="mb-1 font-semibold">Notes</h3>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {lab.notes}
            </p>
          </section>
        )}
      </div>
    </Dialog>
  )
}
