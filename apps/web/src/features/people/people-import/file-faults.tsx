import type { ImportFault } from '@readroom/contracts/people/people-import'
import type { ReactNode } from 'react'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { plural } from '../../../lib/format.ts'

/** The look of a row of a table of lines, and of its cells. */
export const lineRow = 'border-b border-line align-top'
export const lineCell = 'px-3 py-1.5 wrap-anywhere'

/** Shows lines of a file in a table. */
export function Lines({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
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

function Fault({ fault: { line, column, value, what } }: { fault: ImportFault }) {
  return (
    <tr className={lineRow}>
      <td className={`num w-16 font-medium ${lineCell}`}>{line}</td>
      <td className={`text-text-2 ${lineCell}`}>{column ?? 'All'}</td>
      <td className={`w-1/4 ${lineCell}`}>{value === '' ? <span className="text-text-3">Empty</span> : <bdi>{value}</bdi>}</td>
      <td className={`w-2/5 ${lineCell}`}>{what}</td>
    </tr>
  )
}

/** Shows every wrong cell of a file with its line and the reason. */
export function FileFaults({ faults }: { faults: readonly ImportFault[] }) {
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
