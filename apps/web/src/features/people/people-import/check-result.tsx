import type { ImportCheck, ImportedPerson, ImportFault } from '@readroom/contracts/people/people-import'
import type { ReactNode } from 'react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { plural } from '../../../lib/format.ts'

function Lines({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <table aria-label={label} className="w-full border-collapse">
      <thead>
        <tr className="border-y border-line bg-canvas text-left text-xs text-text-2">
          {heads.map((head) => (
            <th key={head} scope="col" className="h-(--head-h) px-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

const row = 'border-b border-line align-top'
const cell = 'px-3 py-1.5 wrap-anywhere'

function Fault({ fault: { line, column, value, what } }: { fault: ImportFault }) {
  return (
    <tr className={row}>
      <td className={`num w-16 font-medium ${cell}`}>{line}</td>
      <td className={`text-text-2 ${cell}`}>{column ?? 'All'}</td>
      <td className={`w-1/4 ${cell}`}>{value === '' ? <span className="text-text-3">Empty</span> : <bdi>{value}</bdi>}</td>
      <td className={`w-2/5 ${cell}`}>{what}</td>
    </tr>
  )
}

const roleWords = { doctor: 'Doctor', staff: 'Staff' } as const

function Person({ person: { line, role, fullName, email, laboratory } }: { person: ImportedPerson }) {
  return (
    <tr className={row}>
      <td className={`num w-16 font-medium ${cell}`}>{line}</td>
      <td className={cell}>
        <bdi>{fullName}</bdi>
      </td>
      <td className={`text-text-2 ${cell}`}>{email}</td>
      <td className={`text-text-2 ${cell}`}>{[roleWords[role], laboratory].filter(Boolean).join(', ')}</td>
    </tr>
  )
}

/** Shows the result of the check: every faulty line with the value and the reason, or the accounts that would be created. */
export function CheckResult({ check: { people, faults } }: { check: ImportCheck }) {
  if (faults.length === 0)
    return (
      <section aria-label="Preview" className="grid gap-3">
        <FormMessage tone="success">No errors found. Nothing has been imported yet.</FormMessage>
        <Lines label="Accounts to import" heads={['Line', 'Name', 'Email', 'Role']}>
          {people.map((person) => (
            <Person key={person.line} person={person} />
          ))}
        </Lines>
      </section>
    )
  const lines = new Set(faults.map(({ line }) => line)).size
  return (
    <section aria-label="Errors" className="grid gap-3">
      <FormMessage tone="error">{plural(lines, 'line has', 'lines have')} errors. Correct them before you import.</FormMessage>
      <Lines label="Lines with errors" heads={['Line', 'Column', 'Value', 'Error']}>
        {faults.map((fault) => (
          <Fault key={`${fault.line} ${fault.column} ${fault.what}`} fault={fault} />
        ))}
      </Lines>
    </section>
  )
}
