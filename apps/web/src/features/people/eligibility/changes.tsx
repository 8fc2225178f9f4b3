import type { EligibilityChange, EligibilityCheck } from '@readroom/contracts/people/eligibility-sheet'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { plural } from '../../../lib/format.ts'
import { FileFaults, Lines, lineCell, lineRow } from '../people-import/file-faults.tsx'
import { columnWords } from './column-words.ts'

function Cell({ value }: { value: string }) {
  return value === '' ? <span className="text-text-3">Empty</span> : <bdi>{value}</bdi>
}

function DoctorRows({ change: { line, fullName, email, cells } }: { change: EligibilityChange }) {
  return cells.map(({ column, before, after }, place) => (
    <tr key={column} className={lineRow}>
      {place === 0 && (
        <>
          <td rowSpan={cells.length} className={`num w-16 font-medium ${lineCell}`}>
            {line}
          </td>
          <th rowSpan={cells.length} scope="rowgroup" className={`w-1/4 text-left font-medium ${lineCell}`}>
            <bdi>{fullName}</bdi>
            <span className="block text-xs font-normal text-text-3">{email}</span>
          </th>
        </>
      )}
      <td className={`text-text-2 ${lineCell}`}>{columnWords[column]}</td>
      <td className={`w-1/4 text-text-2 ${lineCell}`}>
        <Cell value={before} />
      </td>
      <td className={`w-1/4 ${lineCell}`}>
        <Cell value={after} />
      </td>
    </tr>
  ))
}

/** Shows the result of the check: every wrong cell, or each change of a doctor before and after. */
export function Changes({ check: { changes, unchanged, faults } }: { check: EligibilityCheck }) {
  if (faults.length > 0) return <FileFaults faults={faults} />
  if (changes.length === 0)
    return <FormMessage tone="success">The file changes nothing. {plural(unchanged, 'doctor')} compared.</FormMessage>
  return (
    <section aria-label="Preview" className="grid gap-3">
      <FormMessage tone="success">
        No errors found. {plural(changes.length, 'doctor')} would change, {unchanged} would not. Nothing has been imported yet.
      </FormMessage>
      <div className="overflow-x-auto">
        <Lines label="Changes" heads={['Line', 'Doctor', 'Column', 'Before', 'After']}>
          {changes.map((change) => (
            <DoctorRows key={change.line} change={change} />
          ))}
        </Lines>
      </div>
    </section>
  )
}
