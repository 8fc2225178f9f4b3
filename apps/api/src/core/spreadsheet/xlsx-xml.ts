/** Text, a whole number, a `date` (yyyy-mm-dd) or a local `time` (yyyy-mm-ddThh:mm:ss). Null is an empty cell. */
export type Cell = string | number | { date: string } | { time: string } | null

/** Indexes into `cellXfs` of the styles below. */
const styles = { text: 1, guarded: 2, date: 3, time: 4, heading: 5 }

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = 'http://schemas.openxmlformats.org/package/2006'

const relation = (type: string, target: string, id = 'rId1') =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
const relations = (...all: string[]) =>
  `${declaration}<Relationships xmlns="${packageOf}/relationships">${all.join('')}</Relationships>`

/** Returns the parts of a workbook with one sheet, except the sheet itself (ECMA-376 part 1). */
export const workbookParts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': relations(relation('officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation('worksheet', 'worksheets/sheet1.xml'),
    relation('styles', 'styles.xml', 'rId2'),
  ),
  'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
})

export const sheetBegin = (widths: readonly number[]) => {
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}
export const sheetEnd = '</sheetData></worksheet>'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text. Characters that XML forbids become U+FFFD. `_x0041_` is Excel's notation for a character, so it is escaped to stay literal. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')
    .replaceAll('\r', '_x000D_')
}

/** Text that a spreadsheet would take for a formula once the cell is edited or the sheet is saved as CSV. */
const looksLikeFormula = /^[=+\-@\t\r\n\0]/

/** Writes text as text, never as a formula, so that it stays text when it is edited. */
const textCell = (place: string, text: string, style: number) =>
  `<c r="${place}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const dayMs = 86_400_000
/** Day 0 of spreadsheets (ECMA-376 part 1, 18.17.4.1). */
const epoch = Date.UTC(1899, 11, 30)
const dateCell = (place: string, wallClock: string, style: number) =>
  `<c r="${place}" s="${style}"><v>${(Date.parse(`${wallClock}Z`) - epoch) / dayMs}</v></c>`

/** Returns the letters of a column by its index: `A`, `B`, … `Z`, `AA`. */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

function cellXml(cell: Cell, place: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return textCell(place, cell, looksLikeFormula.test(cell) ? styles.guarded : styles.text)
  return 'date' in cell ? dateCell(place, `${cell.date}T00:00:00`, styles.date) : dateCell(place, cell.time, styles.time)
}

/** Rows are numbered from 1. */
export const rowXml = (cells: readonly Cell[], number: number) =>
  `<row r="${number}">${cells.map((cell, index) => cellXml(cell, letters(index) + number)).join('')}</row>`

export const headingXml = (names: readonly string[]) =>
  `<row r="1">${names.map((name, index) => textCell(`${letters(index)}1`, name, styles.heading)).join('')}</row>`
