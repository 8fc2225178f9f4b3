import { type FieldKind, fieldKinds } from '@readroom/report/schema'
import type { FieldPart, TemplatePart } from '@readroom/report/template-parts'

/** A row of the form, with a key that stays the same while rows move. */
export type Row = { key: number; part: TemplatePart }

let count = 0
const rowOf = (part: TemplatePart): Row => {
  count += 1
  return { key: count, part }
}

export const toRows = (parts: readonly TemplatePart[] = []): Row[] => parts.map(rowOf)
export const newText = (): Row => rowOf({ text: '' })
export const newField = (): Row =>
  rowOf({ label: '', kind: 'choice', unit: '', options: [], completion: 'none', value: '' } satisfies FieldPart)

export const kindNames: Record<FieldKind, string> = { text: 'Text', number: 'Number', choice: 'Pick list' }
export const isKind = (text: string): text is FieldKind => fieldKinds.some((kind) => kind === text)

/** Returns the rows with one of them moved up. */
export const moveUp = (rows: readonly Row[], index: number): Row[] =>
  index <= 0 ? [...rows] : rows.map((row, at) => (at === index - 1 ? rows[index] : at === index ? rows[index - 1] : row) ?? row)

/** Returns the parts that are not empty. A field needs a name. */
export const filled = (rows: readonly Row[]): TemplatePart[] =>
  rows.map(({ part }) => part).filter((part) => ('text' in part ? part.text.trim() !== '' : part.label.trim() !== ''))
