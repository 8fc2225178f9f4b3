import type { ImportCheck, ImportedPerson } from '@readroom/contracts/people/people-import'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { FileFaults, Lines, lineCell, lineRow } from './file-faults.tsx'

const roleWords = { doctor: 'Doctor', staff: 'Staff' } as const

function Person({ person: { line, role, fullName, email, laboratory } }: { person: ImportedPerson }) {
  return (
    <tr className={lineRow}>
      <td className={`num w-16 font-medium ${lineCell}`}>{line}</td>
      <td className={lineCell}>
        <bdi>{fullName}</bdi>
      </td>
      <td className={`text-text-2 ${lineCell}`}>{email}</td>
      <td className={`text-text-2 ${lineCell}`}>{[roleWords[role], laboratory].filter(Boolean).join(', ')}</td>
    </tr>
  )
}

/** Shows the result of the check: every faulty line with the value and the reason, or the accounts that would be created. */
export function CheckResult({ check: { people, faults } }: { check: ImportCheck }) {
  if (faults.length > 0) return <FileFaults faults={faults} />
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
}
