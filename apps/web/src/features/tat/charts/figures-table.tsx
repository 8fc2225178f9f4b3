type Props = { caption: string; heads: readonly string[]; rows: readonly (readonly string[])[]; className?: string }

/** The figures of a drawing: for those who hear the page, and on paper. */
export function FiguresTable({ caption, heads, rows, className = '' }: Props) {
  return (
    <div className={`tat-figures ${className}`}>
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
