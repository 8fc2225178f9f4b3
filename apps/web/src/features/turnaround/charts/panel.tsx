import type { ReactNode } from 'react'

type Props = { title: string; about: string; tools?: ReactNode; className?: string; children: ReactNode }

/** Shows the frame of a chart, with its title and subject. */
export function Panel({ title, about, tools, className = '', children }: Props) {
  return (
    <section aria-label={title} className={`turnaround-panel flex min-w-0 flex-col px-4 py-3 ${className}`}>
      <div className="mb-2 flex min-h-5 flex-wrap items-center gap-x-2">
        <h2 className="text-md font-semibold whitespace-nowrap">{title}</h2>
        <p className="text-xs text-text-2">{about}</p>
        {tools}
      </div>
      {children}
    </section>
  )
}

type FiguresProps = { caption: string; heads: readonly string[]; rows: readonly (readonly string[])[]; className?: string }

/** Shows the figures of a chart as a table, for screen readers and for paper. */
export function FiguresTable({ caption, heads, rows, className = '' }: FiguresProps) {
  return (
    <div className={`turnaround-figures ${className}`}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td key={heads[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
