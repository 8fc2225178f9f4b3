/** Returns a Markdown table. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Returns a text as code. */
export const code = (text: string): string => `\`${text}\``

/** Returns parts of a page with an empty line between them. */
export const page = (...parts: readonly string[]): string => `${parts.join('\n\n')}\n`

/** Returns a number of bytes in words. */
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
