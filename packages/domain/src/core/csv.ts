/** The beginnings of texts that a spreadsheet takes for a formula, and of those that are escaped already. */
const formula = /^'*[=+\-@\t\r]/

/** A cell that no spreadsheet takes for a formula. */
const cellOf = (value: string) => `"${(formula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`

/** Returns a line of a CSV file. */
export const csvLine = (values: readonly string[], separator: ',' | ';' = ','): string => values.map(cellOf).join(separator)

/** Returns the bytes of a CSV file. The mark at its beginning tells spreadsheets that it is UTF-8. */
export const csvFile = (lines: readonly string[]): Buffer => Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)

/** Returns a value as it was before it was written as a cell. */
export const readCell = (cell: string): string => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)
