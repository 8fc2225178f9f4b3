import { roleNames } from '@readroom/contracts/core/permissions'
import type { AuditEntry } from '@readroom/contracts/operations/audit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatInstant } from '../../../lib/format.ts'
import type { ChangeAuditUrl } from './audit-url.ts'
import { actionWords, makerOf, summaryOf } from './audit-words.ts'
import { EntryDetails } from './entry-details.tsx'

const heads = ['Time', 'Account', 'Role', 'Action', 'Patient ID', 'Patient name', 'Details'] as const

const cell = 'px-3 py-1.5 align-top max-lg:inline max-lg:px-0 max-lg:py-0 max-lg:after:content-["_"]'
const linkClass = 'text-left hover:underline underline-offset-2 decoration-icon'

const figure = (entry: number) => entry.toLocaleString('en-GB')

type RowProps = { entry: AuditEntry; isOpen: boolean; onToggle: () => void; change: ChangeAuditUrl }

function Patient({ patient, change }: Pick<AuditEntry, 'patient'> & { change: ChangeAuditUrl }) {
  if (!patient) return <span className="text-text-3 max-lg:hidden">N/A</span>
  const only = () => change({ patient: patient._id })
  return (
    <button type="button" onClick={only} data-tip="Only this patient" className={`${linkClass} num`}>
      <bdi>{patient.patientId ?? 'N/A'}</bdi>
    </button>
  )
}

function Row({ entry, isOpen, onToggle, change }: RowProps) {
  const { at, person, action, patient, isIntact } = entry
  const words = actionWords(action)
  const time = formatInstant(at)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <tr
      className={`border-b border-line max-lg:block max-lg:px-4 max-lg:py-2 ${isIntact ? 'hover:bg-hover' : 'bg-red-wash'} ${isOpen ? 'bg-selected' : ''}`}
    >
      <td className="w-8 py-1.5 pl-2 align-top max-lg:float-right max-lg:p-0">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Entry ${figure(entry.entry)}, ${words}`}
          onClick={onToggle}
          className="grid size-5 place-items-center rounded-sm text-icon hover:text-text max-lg:size-11"
        >
          <Icon size={14} aria-hidden />
        </button>
      </td>
      <td className={`${cell} num whitespace-nowrap text-text-2`}>
        <time dateTime={at} data-tip={time.exact}>
          {time.text}:{at.slice(17, 19)}
        </time>
      </td>
      <td className={`${cell} lg:max-w-48 lg:truncate`}>
        {person ? (
          <button type="button" onClick={() => change({ person: person._id })} data-tip="Only this account" className={linkClass}>
            <bdi>{person.fullName}</bdi>
          </button>
        ) : (
          <span className="text-text-3">{makerOf(entry)}</span>
        )}
      </td>
      <td className={`${cell} whitespace-nowrap text-text-2`}>{person ? roleNames[person.role] : ''}</td>
      <td className={`${cell} font-medium max-lg:block lg:whitespace-nowrap`}>
        {words}
        {!isIntact && <strong className="block text-xs text-red-fg">Changed after it was recorded</strong>}
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        <Patient patient={patient} change={change} />
      </td>
      <td className={`${cell} lg:max-w-48 lg:truncate`}>
        <bdi>{patient?.patientName ?? <span className="text-text-3 max-lg:hidden">N/A</span>}</bdi>
      </td>
      <td className={`${cell} w-full max-w-0 truncate text-text-2 max-lg:block max-lg:max-w-full max-lg:whitespace-normal`}>
        <bdi>{summaryOf(entry)}</bdi>
      </td>
      <td className="num px-3 py-1.5 text-right align-top whitespace-nowrap text-text-3 max-lg:hidden">{figure(entry.entry)}</td>
    </tr>
  )
}

type Props = { entries: readonly AuditEntry[]; change: ChangeAuditUrl }

/** Shows audit entries, newest first. Opening a row shows the whole entry. */
export function AuditTable({ entries, change }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <table aria-label="Audit entries" className="w-full border-collapse max-lg:block">
      <thead className="sticky top-0 z-10 bg-canvas max-lg:sr-only">
        <tr className="border-y border-line text-left text-xs text-text-2">
          <th className="w-8">
            <span className="sr-only">Open</span>
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="h-(--head-h) px-3 font-medium whitespace-nowrap">
              {head}
            </th>
          ))}
          <th scope="col" className="px-3 text-right font-medium">
            Entry
          </th>
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {entries.map((entry) => (
          <Fragment key={entry.entry}>
            <Row
              entry={entry}
              isOpen={open === entry.entry}
              onToggle={() => setOpen(open === entry.entry ? null : entry.entry)}
              change={change}
            />
            {open === entry.entry && <EntryDetails entry={entry} columns={heads.length + 2} change={change} />}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
