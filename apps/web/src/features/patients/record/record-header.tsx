import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { Eye, Pencil } from 'lucide-react'
import { StatusLabel } from '../../../components/study/status-dot.tsx'
import { Fact, UrgencyBadge } from '../../../components/study/study-facts.tsx'
import { cx } from '../../../lib/cx.ts'
import { formatDate, plural } from '../../../lib/format.ts'
import { totalTurnaroundDays } from './turnaround.ts'

function AccessBadge({ canEdit }: { canEdit: boolean }) {
  const Icon = canEdit ? Pencil : Eye
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-xs px-1.5 text-xs font-medium',
        canEdit ? 'bg-accent-wash text-accent-text' : 'bg-sunken text-text-2',
      )}
    >
      <Icon size={12} aria-hidden />
      {canEdit ? 'Editable' : 'View Only'}
    </span>
  )
}

/** Shows the patient, the right to edit, the turnaround time and the status. */
export function RecordHeader({ record }: { record: PatientRecord }) {
  const { patientInfo, studyInfo, visitInfo, permissions } = record
  const ageGender = patientInfo.age || patientInfo.gender ? `${patientInfo.age ?? 'N/A'} / ${patientInfo.gender ?? 'N/A'}` : null
  const facts = [
    ['Age/sex', ageGender],
    ['Born', patientInfo.dateOfBirth && formatDate(patientInfo.dateOfBirth)],
    ['Accession', studyInfo.accessionNumber],
    ['Study', studyInfo.examDescription],
    ['Location', visitInfo.center],
  ] as const
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xl font-semibold break-words">
          <Fact value={patientInfo.fullName} className="min-w-0" />
          <span className="num rounded-xs border border-line-strong px-1.5 text-xs font-medium break-all">
            {patientInfo.patientId ?? 'N/A'}
          </span>
          <UrgencyBadge study={{ caseType: studyInfo.caseType, priority: studyInfo.priorityLevel }} />
          <AccessBadge canEdit={permissions.canEdit} />
        </h2>
        <dl className="mt-0.5 flex flex-wrap gap-x-4 text-sm">
          {facts.map(([label, value]) => (
            <div key={label} className="flex min-w-0 gap-1.5">
              <dt className="text-text-3">{label}</dt>
              <dd className="num min-w-0 font-medium break-words">
                <Fact value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <dl className="flex gap-6 sm:text-right">
        <div>
          <dt className="text-2xs text-text-3">TOTAL TAT</dt>
          <dd className="num font-semibold">{plural(totalTurnaroundDays(record, new Date()), 'day')}</dd>
        </div>
        <div>
          <dt className="text-2xs text-text-3">STATUS</dt>
          <dd>
            <StatusLabel status={studyInfo.status} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
