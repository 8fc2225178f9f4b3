import { AppError } from '@readroom/contracts/core/errors'
import { textFields } from '@readroom/contracts/reports/merge-fields'
import { checkFields, paragraphsOf } from './check-fields.ts'
import { checkAttributes, checkRelations } from './check-outside.ts'
import { fillTemplate, type MergeValues } from './fill-template.ts'
import { attributeOf, elementsOf, named } from './part-tree.ts'
import { pack, unpack } from './unpack.ts'

const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Parts that the library fills; a field anywhere else would stay as it is. */
const isFilled = (part: string) => /^word\/(document|header\d*|footer\d*)\.xml$/.test(part)
const isXml = (part: string) => /\.(xml|rels)$/i.test(part)
/** Macros, programs and other files inside the file. */
const isActive = (part: string) => /vbaProject|activeX|embeddings|\.(bin|exe|js|html?|mht)$/i.test(part)
/** The instructions that a field of Word's own may have. The others load files, ask questions or lead elsewhere. */
const harmlessInstructions = ['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'MERGEFORMAT', 'CHARFORMAT', 'ARABIC']

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Each field says what it is. */
const sampleValues: MergeValues = {
  texts: textFields,
  doctorSignature: { bytes: pixel, format: 'image/png', width: 1, height: 1 },
}

function refuse(what: string): never {
  throw new AppError('TEMPLATE_ACTIVE', { what })
}

function checkInstructions(elements: readonly Element[]): void {
  const written = named(elements, 'instrText', 'delInstrText')
    .map(({ textContent }) => textContent ?? '')
    .join('')
  const simple = named(elements, 'fldSimple').map((field) => attributeOf(field, 'instr'))
  const words = [written, ...simple].join(' ').match(/[A-Za-z]+/g) ?? []
  const harmful = words.find((word) => !harmlessInstructions.includes(word.toUpperCase()))
  if (harmful) refuse(harmful)
}

function checkContentTypes(elements: readonly Element[]): void {
  const types = named(elements, 'Override', 'Default').map((entry) => attributeOf(entry, 'ContentType'))
  if (types.some((type) => /macro|vba|activex|ole/i.test(type))) refuse('macros')
  if (!types.includes(main)) throw new AppError('TEMPLATE_UNREADABLE')
}

function checkPart(name: string, part: Buffer, parts: ReadonlyMap<string, Buffer>): void {
  if (isActive(name)) refuse(name)
  if (!isXml(name)) return
  const elements = elementsOf(part)
  if (name === '[Content_Types].xml') checkContentTypes(elements)
  if (name.endsWith('.rels')) checkRelations(name, elements, parts)
  else if (name !== '[Content_Types].xml') checkAttributes(elements)
  checkInstructions(elements)
  if (isFilled(name)) checkFields(elements)
  else if (paragraphsOf(elements).some((text) => /[{}]/.test(text))) throw new AppError('TEMPLATE_BRACE', { text: name })
}

function checkFilled(name: string, part: Buffer): void {
  if (!isXml(name)) return
  const [left] = paragraphsOf(elementsOf(part)).filter((text) => /[{}]/.test(text))
  if (left !== undefined) throw new AppError('TEMPLATE_BRACE', { text: left.slice(0, 80) })
}

/**
 * Accepts a Word file as a template: nothing in it runs or leads outside, every field is known, and filled with samples nothing is left over.
 * Returns the file to keep, which holds what was looked at and nothing else. Throws the TEMPLATE codes, which name what is wrong.
 */
export async function checkTemplate(bytes: Buffer): Promise<Buffer> {
  const parts = await unpack(bytes)
  if (!parts.has('[Content_Types].xml') || !parts.has('word/document.xml')) throw new AppError('TEMPLATE_UNREADABLE')
  for (const [name, part] of parts) checkPart(name, part, parts)
  const checked = await pack(parts)
  const filled = await fillSample(checked).catch(() => {
    throw new AppError('TEMPLATE_UNREADABLE')
  })
  for (const [name, part] of await unpack(filled)) checkFilled(name, part)
  return checked
}

/** A template filled with samples, to be looked at. */
export const fillSample = (template: Buffer): Promise<Buffer> => fillTemplate(template, sampleValues)
