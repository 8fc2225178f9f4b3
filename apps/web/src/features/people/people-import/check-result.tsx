import type { ImportCheck } from '@readroom/contracts/people/people-import'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { plural } from '../../../lib/format.ts'

/** Shows the result of the check: every faulty line with the reason. */
export function CheckResult({ check: { faults } }: { check: ImportCheck }) {
  if (faults.length === 0) return <FormMessage tone="success">No errors found. Nothing has been imported yet.</FormMessage>
  const lines = new Set(faults.map(({ line }) => line)).size
  return (
    <section aria-label="Errors" className="grid gap-3">
      <FormMessage tone="error">{plural(lines, 'line has', 'lines have')} errors. Correct them before you import.</FormMessage>
      <table aria-label="Lines with errors" className="w-full border-collapse">
        <thead>
          <tr className="border-y border-line bg-canvas text-left text-xs text-text-2">
            {['Line', 'Column', 'Error'].map((head) => (
              <th key={head} scope="col" className="h-(--head-h) px-3 font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {faults.map(({ line, column, what }) => (
            <tr key={`${line} ${column} ${what}`} className="border-b border-line align-top">
              <td className="num w-16 px-3 py-1.5 font-medium">{line}</td>
              <td className="px-3 py-1.5 break-words text-text-2">{column ?? 'All'}</td>
              <td className="w-3/5 px-3 py-1.5 break-words">{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
