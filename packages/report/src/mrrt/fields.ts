import { type Completion, completions, type FieldAttrs, type FieldKind } from '../schema.ts'
import { attributeOf, type Element, elementsOf, lineOf } from './html-tree.ts'

/** A field of a template, with the value that it begins with. */
export type TemplateField = Omit<FieldAttrs, 'label'> & { label: string; value: string }

const longest = 80
const mostOptions = 40

/** IHE RAD MRRT, `data-field-type`; and what elements without one are. */
const kinds = {
  TEXT: 'text',
  TEXTAREA: 'text',
  DATE: 'text',
  TIME: 'text',
  MERGE: 'text',
  NUMBER: 'number',
  SELECTION_LIST: 'choice',
  CHECKBOX: 'choice',
  RADIO: 'choice',
} as const satisfies Record<string, FieldKind>
type FieldType = keyof typeof kinds
const isFieldType = (type: string): type is FieldType => Object.hasOwn(kinds, type)

const typesOfInputs: Record<string, FieldType> = {
  number: 'NUMBER',
  date: 'DATE',
  time: 'TIME',
  checkbox: 'CHECKBOX',
  radio: 'RADIO',
}
/** Inputs that hold nothing that is reported. */
const noFields = ['hidden', 'button', 'submit', 'reset', 'image', 'file', 'password']

/** Returns the kind of field that an element is, or null if it is none. */
export function fieldTypeOf(element: Element): FieldType | null {
  const said = attributeOf(element, 'data-field-type').trim().toUpperCase()
  if (isFieldType(said)) return said
  if (element.tagName === 'textarea') return 'TEXTAREA'
  if (element.tagName === 'select') return 'SELECTION_LIST'
  const type = attributeOf(element, 'type').trim().toLowerCase()
  if (element.tagName !== 'input' || noFields.includes(type)) return null
  return typesOfInputs[type] ?? (attributeOf(element, 'list') === '' ? 'TEXT' : 'SELECTION_LIST')
}

const has = ({ attrs }: Element, name: string) => attrs.some((one) => one.name === name)
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

function completionOf(element: Element): Completion {
  const said = attributeOf(element, 'data-field-completion-action').trim().toLowerCase()
  return completions.find((one) => one === said) ?? 'none'
}

/** The elements that an answer can be picked from: options of a list, or inputs of a group. */
function choicesOf(element: Element, lists: ReadonlyMap<string, Element>): Element[] {
  const list = lists.get(attributeOf(element, 'list')) ?? element
  const options = elementsOf(list, 'option')
  return options.length > 0 ? options : elementsOf(element, 'input')
}

const wordsOfChoice = (choice: Element) => squeeze(attributeOf(choice, 'value') || attributeOf(choice, 'name') || lineOf(choice))

function initialOf(element: Element, type: FieldType, choices: readonly Element[]): string {
  if (element.tagName === 'textarea') return lineOf(element)
  const picked = choices.find((choice) => has(choice, 'selected') || has(choice, 'checked'))
  if (picked) return wordsOfChoice(picked)
  const isTicked = (type === 'CHECKBOX' || type === 'RADIO') && element.tagName === 'input'
  return isTicked ? '' : squeeze(attributeOf(element, 'value'))
}

/** A field as ours; its label comes from elsewhere. `notes` takes what of it is lost. */
export function readField(
  element: Element,
  type: FieldType,
  lists: ReadonlyMap<string, Element>,
  notes: Set<string>,
): TemplateField {
  const choices = kinds[type] === 'choice' ? choicesOf(element, lists) : []
  const alone = choices.length === 0 && kinds[type] === 'choice' ? [wordsOfChoice(element) || 'Yes'] : []
  // The first choice is the normal one, and a ticked box is not.
  const unticked = type === 'CHECKBOX' ? ['none'] : []
  const words = [...new Set([...unticked, ...choices.map(wordsOfChoice), ...alone])].filter((word) => word !== '')
  const options = words.filter((word) => word.length <= longest).slice(0, mostOptions)
  if (options.length < words.length) notes.add('Very long choices, and choices after the fortieth, were left out.')
  if (type === 'MERGE') notes.add('Fields that another program fills in became text fields.')
  if (type === 'CHECKBOX') notes.add('Checkboxes became pick lists that begin with “none”. Type further choices.')
  return {
    id: attributeOf(element, 'id').slice(0, longest),
    label: '',
    kind: kinds[type],
    unit: squeeze(attributeOf(element, 'data-readroom-unit')).slice(0, longest),
    options,
    completion: completionOf(element),
    value: initialOf(element, type, choices),
  }
}
