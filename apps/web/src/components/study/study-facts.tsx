import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { urgencyLabels, urgencyOf } from '@readroom/contracts/studies/urgency'
import { cx } from '../../lib/cx.ts'
import { plural } from '../../lib/format.ts'

/** Renders the urgency of a study in one word. Renders nothing for a routine study. */
export function UrgencyBadge({ study }: { study: Pick<WorklistRow, 'caseType' | 'priority'> }) {
  const urgency = urgencyOf(study)
  if (urgency === 'NORMAL') return null
  const look = urgency === 'EMERGENCY' ? 'bg-urgent text-on-urgent' : 'bg-press text-text'
  return (
    <span className={cx('shrink-0 rounded-xs px-1 text-2xs font-semibold tracking-wide uppercase', look)}>
      {urgencyLabels[urgency]}
    </span>
  )
}

/** Renders a value, or a pale N/A if it is missing. */
export function Fact({ value, className }: { value: string | null; className?: string }) {
  if (!value) return <span className={cx('text-text-3', className)}>N/A</span>
  return <bdi className={className}>{value}</bdi>
}

type Identity = Pick<
  WorklistRow,
  'patientName' | 'patientId' | 'ageGender' | 'accessionNumber' | 'description' | 'caseType' | 'priority'
>

/** Renders the patient's name, as a button if it opens their details. */
function PatientName({ name, onOpenPatient }: { name: string | null; onOpenPatient?: (() => void) | undefined }) {
  if (!onOpenPatient) return <Fact value={name} className="min-w-0" />
  return (
    <button
      type="button"
      data-tip="Patient details"
      aria-label={`Patient details of ${name ?? 'N/A'}`}
      className="min-w-0 rounded-xs text-left underline-offset-4 outline-offset-0! hover:underline"
      onClick={onOpenPatient}
    >
      <Fact value={name} />
    </button>
  )
}

/** Renders what names a study beside its patient. */
export function IdentityFacts({ row }: { row: Identity }) {
  const facts = [
    ['ID', row.patientId],
    ['Age/sex', row.ageGender],
    ['Accession', row.accessionNumber],
  ] as const
  return (
    <dl className="mt-0.5 flex flex-wrap gap-x-4 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 gap-1.5">
          <dt className="text-text-3">{label}</dt>
          <dd className="num min-w-0 font-medium break-all">
            <Fact value={value} />
          </dd>
        </div>
      ))}
      <div className="min-w-0">
        <dt className="sr-only">Description</dt>
        <dd className="font-medium break-words">
          <Fact value={row.description} />
        </dd>
      </div>
    </dl>
  )
}

type IdentityProps = { row: Identity; uid?: string; onOpenPatient?: (() => void) | undefined }

/** Renders the patient and study of a dialog. It is at the top of every dialog about a study. */
export function StudyIdentity({ row, uid, onOpenPatient }: IdentityProps) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xl font-semibold break-words">
        <PatientName name={row.patientName} onOpenPatient={onOpenPatient} />
        <UrgencyBadge study={row} />
      </p>
      <IdentityFacts row={row} />
      {uid && <p className="num mt-0.5 text-xs break-all text-text-3">Study UID {uid}</p>}
    </div>
  )
}

/** Renders the studies of a dialog about several. */
export function SeveralStudies({ studies }: { studies: readonly WorklistRow[] }) {
  return (
    <div>
      <p className="text-xl font-semibold">{plural(studies.length, 'study', 'studies')}</p>
      <ul className="num mt-0.5 max-h-20 overflow-y-auto text-sm text-text-2" aria-label="Selected studies">
        {studies.map((study) => (
          <li key={study._id} className="truncate">
            <bdi className="font-medium text-text">{study.patientName ?? 'N/A'}</bdi> · {study.patientId ?? 'N/A'} ·{' '}
            {study.ageGender} · {study.accessionNumber ?? 'N/A'} · {study.description ?? 'N/A'}
          </li>
        ))}
      </ul>
    </div>
  )
}
