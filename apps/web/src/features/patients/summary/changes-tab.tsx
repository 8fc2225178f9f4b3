import { recordFields } from '@readroom/contracts/patients/record-fields'
import type { StudySummary } from '@readroom/contracts/patients/summary'
import { useState } from 'react'
import { Fact } from '../../../components/study/study-facts.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { type FactColumn, FactTable } from './fact-table.tsx'
import { Former, When } from './facts.tsx'

type Change = NonNullable<StudySummary['recordChanges']>[number]

const shortLength = 300

/** Shows a value of a change. A long one is cut until the user asks for the rest. */
function Value({ text }: { text: string | null }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text !== null && text.length > shortLength
  return (
    <>
      <Fact value={isLong && !isWhole ? `${text.slice(0, shortLength)}...` : text} className="break-words whitespace-pre-line" />
      {isLong && !isWhole && (
        <Button look="link" onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
    </>
  )
}

const columns: FactColumn<Change>[] = [
  { head: 'Field', cell: ({ field }) => recordFields[field].label, className: 'sm:w-40' },
  {
    head: 'Before',
    cell: ({ before }) => (
      <Former is={before}>
        <Value text={before} />
      </Former>
    ),
    wide: true,
  },
  {
    head: 'After',
    cell: ({ before, after, changedBy, changedAt }) => (
      <>
        <span className="block sm:hidden">
          <Former is={before}>
            <Value text={before} />
          </Former>
        </span>
        <span className="font-medium">
          <Value text={after} />
        </span>
        <span className="block text-sm text-text-2 sm:hidden">
          <Fact value={changedBy} />, <When at={changedAt} />
        </span>
      </>
    ),
  },
  { head: 'By', cell: ({ changedBy }) => <Fact value={changedBy} />, wide: true },
  { head: 'Date', cell: ({ changedAt }) => <When at={changedAt} />, className: 'w-36', wide: true },
]

/** Shows all changes to the record. */
export function ChangesTab({ changes }: { changes: readonly Change[] }) {
  return (
    <div className="px-5 py-3">
      <FactTable label="Changes" columns={columns} rows={changes} empty="No Records Found...!" />
    </div>
  )
}
