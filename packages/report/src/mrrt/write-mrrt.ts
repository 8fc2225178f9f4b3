import type { Node } from 'prosemirror-model'
import { type FieldAttrs, fieldAttrs, reportSchema } from '../schema.ts'
import { isSectionId, sections } from '../sections.ts'
import { ownAttributes, type StudiesOfTemplate } from './studies-of-template.ts'
import { unitBehind } from './units.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** Attributes in a tag; those without a value are left out. */
const written = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => (value === '' ? '' : ` ${name}="${escaped(value)}"`))
    .join('')

function control(id: string, { kind, unit, options, completion }: FieldAttrs, value: string): string {
  const action = completion === 'none' ? '' : completion.toUpperCase()
  const isVisible = kind === 'number' && unitBehind(unit) === unit
  const rest = { 'data-field-completion-action': action, 'data-readroom-unit': isVisible ? '' : unit, value }
  const behind = isVisible && unit !== '' ? ` ${escaped(unit)}` : ''
  if (kind !== 'choice') return `<input${written({ id, type: kind, 'data-field-type': kind.toUpperCase(), ...rest })}>${behind}`
  // The list begins with no answer: browsers would show the first option as picked.
  const listed = ['', ...options].map((option) => {
    const selected = value !== '' && option === value ? ' selected' : ''
    return `<option${selected}>${escaped(option)}</option>`
  })
  return `<select${written({ id, 'data-field-type': 'SELECTION_LIST', ...rest })}>${listed.join('')}</select>`
}

/** The elements of a section. Ids of fields are counted in `counter`. */
function elementsOfSection(section: Node, counter: { fields: number }): string[] {
  const elements: string[] = []
  section.forEach((block) => {
    const text = escaped(block.textContent)
    if (block.type === reportSchema.nodes.field) {
      counter.fields += 1
      const id = `field-${counter.fields}`
      const attrs = fieldAttrs(block.attrs)
      elements.push(`    <p><label for="${id}">${escaped(attrs.label)}</label> ${control(id, attrs, block.textContent)}</p>`)
    } else if (block.type === reportSchema.nodes.bulletList) {
      const items: string[] = []
      block.forEach((item) => void items.push(`      <li>${escaped(item.textContent)}</li>`))
      elements.push('    <ul>', ...items, '    </ul>')
    } else if (text !== '') {
      const isHeading = block.children.every((child) => child.marks.some(({ type }) => type === reportSchema.marks.strong))
      elements.push(isHeading ? `    <h2>${text}</h2>` : `    <p>${text}</p>`)
    }
  })
  return elements
}

/**
 * A template as a file of IHE MRRT, which `readMrrt` reads as the same template. Blank lines and bold type within a line are lost. How studies
 * find their template is in attributes of our own on the body (docs/decisions/reading/template-files.md).
 */
export function writeMrrt(name: string, studies: StudiesOfTemplate, content: Node): string {
  const counter = { fields: 0 }
  const codes: string[] = []
  const body: string[] = []
  content.forEach((section) => {
    const { id } = section.attrs
    const elements = elementsOfSection(section, counter)
    if (!isSectionId(id)) return
    const { title, loinc } = sections[id]
    codes.push(
      `      <entry origtxt="${id}"><term><code meaning="${title}" value="${loinc}" scheme="LOINC"></code></term></entry>`,
    )
    body.push(
      `  <section id="${id}" class="level1" data-section-name="${title}">`,
      `    <header class="level1">${title}</header>`,
    )
    body.push(...elements, '  </section>')
  })
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="UTF-8">
  <title>${escaped(name)}</title>
  <meta name="dcterms.title" content="${escaped(name)}">
  <meta name="dcterms.type" content="IMAGE_REPORT_TEMPLATE">
  <script type="text/xml">
    <template_attributes><coded_content>
      <coding_schemes><coding_scheme name="LOINC" designator="2.16.840.1.113883.6.1"></coding_scheme></coding_schemes>
${codes.join('\n')}
    </coded_content></template_attributes>
  </script>
</head>
<body${written(ownAttributes(studies))}>
${body.join('\n')}
</body>
</html>
`
}
