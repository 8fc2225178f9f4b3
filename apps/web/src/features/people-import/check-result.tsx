import type { ImportCheck } from '@readroom/contracts/people-import'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { plural } from '../../lib/format.ts'

/** What an import would do; every line that is wrong, with the reason. */
export function CheckResult({ check: { faults } }: { check: ImportCheck }) {
  if (faults.length === 0) return <FormMessage tone="success">Every line is right. Nothing has been imported yet.</FormMessage>
  const lines = new Set(faults.map(({ line }) => line)).size
  return (
    <section aria-label="What is wrong" className="grid gap-3">
      <FormMessage tone="error">
        {plural(lines, 'line is', 'lines are')} wrong, and nothing can be imported before they are corrected.
      </FormMessage>
      <table aria-label="Lines that are wrong" className="w-full border-collapse">
        <thead>
          <tr className="border-y border-line bg-canvas text-left text-xs text-text-2">
            {['Line', 'Column', 'What is wrong'].map((head) => (
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
