import { type ReactNode, useId } from 'react'
import { Fact } from '../../../../components/study/study-facts.tsx'

export function PaperSection({ title, aside, children }: { title: string; aside?: string | null; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-5">
      <h2 id={id} className="mb-1.5 border-b border-line-strong pb-0.5 font-semibold">
        {title}
        {aside && <span className="ml-2 text-xs font-regular text-text-2">{aside}</span>}
      </h2>
      {children}
    </section>
  )
}

export type PaperFact = readonly [label: string, value: string | null]

/** Shows labels with their values, as many side by side as fit. */
export function PaperFacts({ facts }: { facts: readonly PaperFact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-x-5 gap-y-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-text-2">{label}</dt>
          <dd className="num break-words whitespace-pre-line">
            <Fact value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows a text of any length, which may span pages. */
export function PaperText({ title, text }: { title: string; text: string }) {
  return (
    <PaperSection title={title}>
      <p dir="auto" className="paper-text break-words whitespace-pre-wrap">
        <Fact value={text.trim()} />
      </p>
    </PaperSection>
  )
}

type TableProps<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly { head: string; cell: (row: Row) => ReactNode }[]
}

export function PaperTable<Row>({ label, rows, keyOf, columns }: TableProps<Row>) {
  return (
    <div className="overflow-x-auto print:overflow-visible">
      <table aria-label={label} className="w-full">
        <thead>
          <tr className="border-b border-line">
            {columns.map(({ head }) => (
              <th key={head} scope="col" className="py-1 pr-3 text-left align-bottom text-xs font-medium text-text-2 last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line">
              {columns.map(({ head, cell }) => (
                <td key={head} className="num py-1 pr-3 align-top break-words last:pr-0">
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
