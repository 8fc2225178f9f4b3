import { posix } from 'node:path'
import { AppError } from '@readroom/contracts/core/errors'
import { named } from './part-tree.ts'

/** Relations of a document to its own parts (ECMA-376 part 1, section 9.2); Word's later ones have other beginnings. */
const relationNames = [
  'officeDocument',
  'styles',
  'stylesWithEffects',
  'settings',
  'webSettings',
  'fontTable',
  'font',
  'theme',
  'numbering',
  'header',
  'footer',
  'footnotes',
  'endnotes',
  'comments',
  'commentsExtended',
  'commentsIds',
  'people',
  'glossaryDocument',
  'image',
  'customXml',
  'customXmlProps',
  'extended-properties',
  'custom-properties',
  'core-properties',
  'thumbnail',
]
const relationType =
  /^http:\/\/(schemas\.openxmlformats\.org\/(officeDocument|package)\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/20\d\d\/(\d\d\/)?relationships)\/(metadata\/)?([A-Za-z-]+)$/

/** Names of schemas are addresses that nobody asks. */
const schema =
  /^http:\/\/(schemas\.openxmlformats\.org|schemas\.microsoft\.com|purl\.oclc\.org\/ooxml|www\.w3\.org|purl\.org\/dc)\//

/** An address of something else than a part: with a scheme, or on another computer. */
const outside = /^\s*((https?|ftps?|file|mailto|data|javascript|vbscript|ms-[a-z]+|[a-z]):|\/\/|\\\\)|:\/\//i

function refuse(what: string): never {
  throw new AppError('TEMPLATE_ACTIVE', { what: what.slice(0, 80) })
}

/** Returns the part that a relation leads to, as a name within the file. */
function targetPart(relations: string, target: string): string {
  const folder = posix.dirname(posix.dirname(relations))
  return posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, '')
}

/** Accepts relations of known kinds to parts that the file has. `name`: of the part that lists them. */
export function checkRelations(name: string, elements: readonly Element[], parts: ReadonlyMap<string, Buffer>): void {
  for (const relation of named(elements, 'Relationship')) {
    // Word ignores attributes with a prefix, and one may stand before the real one.
    const target = relation.getAttribute('Target') ?? ''
    const mode = relation.getAttribute('TargetMode') ?? ''
    const kind = relationType.exec(relation.getAttribute('Type') ?? '')?.at(-1) ?? ''
    const isInside = mode === '' || mode === 'Internal'
    if (!isInside || !relationNames.includes(kind) || !parts.has(targetPart(name, target))) refuse(target)
  }
}

const isLink = ({ localName, name }: Attr): boolean => /^(src|href|althref)$/i.test(localName ?? name)

const isDeclared = ({ name }: Attr): boolean => name === 'xmlns' || name.startsWith('xmlns:')

/** Accepts attributes that lead nowhere: drawings of older Words (VML) name files without a relation. */
export function checkAttributes(elements: readonly Element[]): void {
  for (const element of elements) {
    for (const attribute of Array.from(element.attributes)) {
      const { value } = attribute
      const leadsOut = outside.test(value) && !schema.test(value)
      if (!isDeclared(attribute) && (leadsOut || (isLink(attribute) && !value.startsWith('#')))) refuse(value)
    }
  }
  const [base] = named(elements, 'HyperlinkBase').filter(({ textContent }) => textContent)
  if (base) refuse(base.textContent ?? '')
}
