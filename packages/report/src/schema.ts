import { type Attrs, type NodeSpec, Schema } from 'prosemirror-model'
import { isSectionId } from './sections.ts'

/** The kinds of fields. */
export const fieldKinds = ['text', 'number', 'choice'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** The effects of an empty field at signing: none, a question, a refusal (IHE RAD MRRT, `data-field-completion-action`). */
export const completions = ['none', 'alert', 'prohibit'] as const
export type Completion = (typeof completions)[number]

export type FieldAttrs = {
  id: string
  label: string
  kind: FieldKind
  /** Printed behind the value; empty if it has none. */
  unit: string
  /** Of a choice, what can be picked. Something else may be typed. */
  options: readonly string[]
  completion: Completion
}

const longestLabel = 80

function check(holds: boolean, what: string): void {
  if (!holds) throw new RangeError(what)
}

const isOneOf = (values: readonly string[], value: unknown) => typeof value === 'string' && values.includes(value)
const isShort = (value: unknown) => typeof value === 'string' && value.length <= longestLabel

const oneOf = (values: readonly string[]) => (value: unknown) => check(isOneOf(values, value), 'not one of its values')
const short = (value: unknown) => check(isShort(value), 'not a short text')
const options = (value: unknown) =>
  check(Array.isArray(value) && value.length <= 40 && value.every(isShort), 'not a list of short texts')

const isUuid = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const annotationIds = (value: unknown) =>
  check(Array.isArray(value) && value.length > 0 && value.length <= 100 && value.every(isUuid), 'not ids of annotations')

const section: NodeSpec = {
  content: 'block+',
  isolating: true,
  defining: true,
  attrs: {
    id: { default: 'findings', validate: (value) => check(isSectionId(value), 'not a section of reports') },
    /** The origin of the text, as long as nobody has changed it: `history`, `template`, or a prior's `prior:yyyy-mm-dd`. */
    origin: { default: '', validate: short },
  },
  parseDOM: [{ tag: 'section[data-section]', getAttrs: (element) => ({ id: element.dataset.section ?? '' }) }],
  toDOM: ({ attrs }) => ['section', { 'data-section': attrs.id }, 0],
}

const field: NodeSpec = {
  group: 'block',
  content: 'text*',
  marks: '',
  isolating: true,
  attrs: {
    id: { validate: short },
    label: { validate: short },
    kind: { default: 'text', validate: oneOf(fieldKinds) },
    unit: { default: '', validate: short },
    options: { default: [], validate: options },
    completion: { default: 'none', validate: oneOf(completions) },
  },
  toDOM: ({ attrs }) => ['p', { 'data-field': attrs.id }, ['span', attrs.label], ['span', 0]],
}

/** The one description of what a report may hold: the editor writes by it, and the server refuses what is not of it. Shapes are ProseMirror's. */
export const reportSchema = new Schema({
  nodes: {
    doc: { content: 'section+' },
    section,
    paragraph: {
      group: 'block',
      content: 'text*',
      parseDOM: [{ tag: 'p' }, { tag: 'div' }],
      toDOM: () => ['p', 0],
    },
    bulletList: { group: 'block', content: 'listItem+', parseDOM: [{ tag: 'ul' }, { tag: 'ol' }], toDOM: () => ['ul', 0] },
    listItem: { content: 'paragraph', parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    field,
    text: {},
  },
  marks: {
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    /** Words that say what was measured: `ids` of the annotations on the images (docs/decisions/reading/annotations.md). It is not printed. */
    measured: {
      attrs: { ids: { validate: annotationIds } },
      inclusive: false,
      toDOM: ({ attrs }) => ['span', { class: 'is-measured', 'data-annotations': attrs.ids.join(' ') }, 0],
    },
  },
})

/** The attributes of a node that the schema has checked to be a field. */
export function fieldAttrs(attrs: Attrs): FieldAttrs {
  const { id, label, kind, unit, options: choices, completion } = attrs
  return { id, label, kind, unit, options: choices, completion }
}
