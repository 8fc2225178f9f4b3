import { describe, expect, it } from 'vitest'
import { readContent } from '../content.ts'
import { plainText } from '../plain-text.ts'
import { fieldAttrs } from '../schema.ts'
import { readMrrt } from './read-mrrt.ts'

const read = (html: string) => readMrrt(new TextEncoder().encode(html))
const inFindings = (html: string) => `<html><body><section data-section-name="Findings">${html}</section></body></html>`

/** Its fields, each with what it begins with. */
function fieldsOf(html: string) {
  const fields: (ReturnType<typeof fieldAttrs> & { value: string })[] = []
  readContent(read(html).content).descendants((node) => {
    if (node.type.name === 'field') fields.push({ ...fieldAttrs(node.attrs), value: node.textContent })
  })
  return fields
}
const textOf = (html: string) => plainText(readContent(read(html).content))
function sectionsOf(html: string): Record<string, string> {
  const found: Record<string, string> = {}
  readContent(read(html).content).forEach(({ attrs, textContent }) => {
    found[attrs.id] = textContent
  })
  return found
}

const kidneys = `<!DOCTYPE html><html><head><meta charset="UTF-8"><title>US kidneys</title>
<meta name="dcterms.type" content="IMAGE_REPORT_TEMPLATE">
<script type="text/xml"><template_attributes><coded_content><coding_schemes><coding_scheme name="LOINC" designator="2.16.840.1.113883.6.1"/></coding_schemes>
<entry origtxt="T1"><term><code meaning="Impressions" value="19005-8" scheme="LOINC"/></term></entry>
<entry origtxt="T2"><term><code meaning="History" value="11329-0" scheme="LOINC"/></term></entry></coded_content></template_attributes></script></head><body>
<section id="T2" class="level1" data-section-name="Anything"><header class="level1">Anything</header><p>Flank pain.</p></section>
<section id="findings" class="level1" data-section-name="Findings"><header class="level1">Findings</header>
<p><label for="len">Right kidney:</label><input id="len" type="number" data-field-type="NUMBER" data-field-completion-action="PROHIBIT" value=""> mm</p>
<p><label for="hyd">Hydronephrosis</label><input id="hyd" list="hydL" data-field-type="SELECTION_LIST" data-field-completion-action="ALERT" value="none">
<datalist id="hydL"><option value="none"></option><option value="mild"></option></datalist></p></section>
<section id="T1" data-section-name="Last"><p>Normal kidneys.</p></section></body></html>`

describe('a template of IHE MRRT', () => {
  it('has its title, modality, sections by their codes, and fields with what they do when they are empty', () => {
    const { title, studies, notes } = read(kidneys)
    expect(title).toBe('US kidneys')
    expect(studies).toEqual({ modalities: ['US'], words: [], sex: null, kind: 'original', isDefault: false })
    expect(notes).toEqual(['Alt N fills in the first choice of each list in the findings. Check that it is the normal one.'])
    expect(fieldsOf(kidneys)).toEqual([
      { id: 'len', label: 'Right kidney', kind: 'number', unit: 'mm', options: [], completion: 'prohibit', value: '' },
      {
        id: 'hyd',
        label: 'Hydronephrosis',
        kind: 'choice',
        unit: '',
        options: ['none', 'mild'],
        completion: 'alert',
        value: 'none',
      },
    ])
    expect(textOf(kidneys)).toBe(
      'Clinical information\nFlank pain.\n\nFindings\nHydronephrosis: none\n\nImpression\nNormal kidneys.',
    )
  })

  it.each([
    ['TEXT', '<input type="text" data-field-type="TEXT" value="a b">', { kind: 'text', value: 'a b' }],
    ['TEXTAREA', '<textarea data-field-type="TEXTAREA">Some\n text</textarea>', { kind: 'text', value: 'Some text' }],
    ['NUMBER', '<input type="number" value="4"> cm, about', { kind: 'number', value: '4', unit: 'cm' }],
    ['DATE', '<input type="date" data-field-type="DATE">', { kind: 'text' }],
    ['TIME', '<input type="time" data-field-type="TIME">', { kind: 'text' }],
    ['MERGE', '<input data-field-type="MERGE" value="x">', { kind: 'text', value: 'x' }],
    [
      'SELECTION_LIST',
      '<select><option value="no">No</option><option selected>mild</option></select>',
      { kind: 'choice', options: ['no', 'mild'], value: 'mild' },
    ],
    [
      'RADIO',
      '<span data-field-type="RADIO"><input type="radio" value="left">L <input type="radio" value="right" checked>R</span>',
      { kind: 'choice', options: ['left', 'right'], value: 'right' },
    ],
    [
      'CHECKBOX',
      '<span data-field-type="CHECKBOX"><input type="checkbox" value="cyst"><input type="checkbox" value="stone"></span>',
      { kind: 'choice', options: ['none', 'cyst', 'stone'], value: '' },
    ],
    ['a box by itself', '<input type="checkbox" value="seen">', { kind: 'choice', options: ['none', 'seen'], value: '' }],
  ])('takes %s', (_type, html, expected) => {
    expect(fieldsOf(inFindings(`<p>Measure: ${html}</p>`))).toEqual([expect.objectContaining({ label: 'Measure', ...expected })])
  })

  it('puts sections that we do not have into the findings, under their heading', () => {
    const html = `<body><section data-section-name="Dose"><p>DLP 300.</p></section><p>Free text.</p>
      <section data-section-name="Impressions"><p>Fine.</p></section></body>`
    expect(sectionsOf(html)).toEqual({
      clinicalInformation: '',
      technique: '',
      comparison: '',
      findings: 'DoseDLP 300.Free text.',
      impression: 'Fine.',
    })
    expect(read(html).notes).toEqual(['Unknown sections were moved to the findings.'])
  })

  it('gives each field an id of its own, whatever the file says', () => {
    const ids = fieldsOf(inFindings('<input id="a"><input id="a"><input>')).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })

  it('reads what is no valid HTML', () => {
    const html =
      '<script type="text/xml"/><section id=findings><p><label for=x>Size<input id=x data-field-type=NUMBER>3</input> mm<p>Next <b>one'
    expect(textOf(html)).toContain('Next one')
    expect(fieldsOf(html)).toEqual([expect.objectContaining({ kind: 'number' })])
  })

  it('has lists', () => {
    const lists = 'Findings\nBefore.\n- One.\n- Two.\nAfter.'
    expect(textOf(inFindings('<p>Before.</p><ul><li>One.</li><li>Two.</li></ul><p>After.</p>'))).toBe(lists)
  })

  it('is for the studies that the attributes of its body name', () => {
    const attributes =
      'data-readroom-words="ear, inner ear" data-readroom-sex=F data-readroom-modalities="CT, mr" data-readroom-default=true'
    const { studies } = read(`<body ${attributes}><section data-section-name="Findings"><p>Clear.</p></section></body>`)
    expect(studies).toEqual({
      words: ['ear', 'inner ear'],
      sex: 'F',
      modalities: ['CT', 'MR'],
      kind: 'original',
      isDefault: true,
    })
  })

  it.each([
    ['data-readroom-sex="both"', 'data-readroom-sex'],
    ['data-readroom-modalities="C-T"', 'data-readroom-modalities'],
    [`data-readroom-words="${'a'.repeat(41)}"`, 'data-readroom-words'],
  ])('is refused with %s', (attributes, name) => {
    const html = `<body ${attributes}><section data-section-name="Findings"><p>Clear.</p></section></body>`
    expect(() => read(html)).toThrow(`The attribute ${name} has a value that it cannot have.`)
  })

  it('is an addendum where it holds nothing else', () => {
    expect(read('<section data-section-name="Addendum"><p>Compared with the outside study.</p></section>').studies.kind).toBe(
      'addendum',
    )
  })
})

describe('a hostile file', () => {
  const all = (html: string) => JSON.stringify(read(html))
  const deep = (tag: string, times: number) => inFindings(`${`<${tag}>`.repeat(times)}x`)

  it.each([
    ['a script', inFindings('<script>alert("evil")</script>ok'), /evil|script/],
    ['what a tag does', inFindings('<p onclick="evil()" style="x:evil">ok<img src=evil onerror=evil>'), /evil|onclick|onerror/],
    [
      'an address',
      inFindings('<a href="javascript:evil()">ok</a><iframe src="//evil"></iframe><object data=evil>evil</object>'),
      /evil/,
    ],
    ['drawings and sheets', inFindings('ok<svg><text>evil</text></svg><style>evil</style><template>evil</template>'), /evil/],
    ['hidden fields', inFindings('ok<input type=hidden value=evil><input type=password value=evil>'), /evil/],
  ])('%s is left out', (_what, html, gone) => {
    expect(all(html)).not.toMatch(gone)
    expect(textOf(html)).toMatch(/ok/)
  })

  it('markup that is text stays text', () => {
    expect(textOf(inFindings('<p>a &lt;script&gt;x&lt;/script&gt; b</p>'))).toBe('Findings\na <script>x</script> b')
  })

  it('an entity of its own stands for nothing', () => {
    const html = `<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${inFindings('<p>&f; &b; ok</p>')}`
    const text = textOf(html)
    expect(text).toContain('&f; &b; ok')
    expect(text.length).toBeLessThan(400)
    const bomb = `<script type="text/xml"><!DOCTYPE z [<!ENTITY l "${'ha'.repeat(50)}">]><entry origtxt="&l;&l;"/></script>`
    expect(textOf(bomb + inFindings('ok'))).toContain('ok')
  })

  it.each([
    ['10,000 fields', inFindings('<input>'.repeat(10_000)), 'The file has too many fields.'],
    ['elements deep within each other', deep('div', 5_000), 'The file is nested too deeply.'],
    ['more elements than templates have', deep('i', 100_000), 'The file has too many elements.'],
    ['nothing', '', 'The file has no text and no fields.'],
    ['nothing that is shown', '<script>1</script>', 'The file has no text and no fields.'],
    ['an endless text', inFindings(`<p>${'a '.repeat(110_000)}`), 'The report is too long.'],
  ])('%s: it is refused', (_what, html, message) => {
    expect(() => read(html)).toThrow(message)
  })

  it('a tag of very many attributes is given up, or gone', () => {
    const attributes = Array.from({ length: 140_000 }, (_, index) => `b${index}`).join(' ')
    let said = ''
    try {
      said = all(inFindings(`<p ${attributes}>x</p>`))
    } catch (error) {
      said = String(error)
    }
    expect(said).toMatch(/too many (nested )?elements|"text":"x"/)
    expect(said).not.toContain('b139')
  })

  it('bytes that are no text are refused', () => {
    expect(() => readMrrt(new Uint8Array([0xff, 0xfe, 0x3c, 0x00]))).toThrow('The file is not in UTF-8.')
  })

  it('tables, forms and lists within each other in the wrong way are read', () => {
    expect(textOf(inFindings('<table><p>a<tr><td><form><p>b</form></table></p><li>c</section></p>d'))).toMatch(/a.*b.*c/s)
  })

  it('characters that turn the direction of writing, and control characters, are dropped', () => {
    expect(textOf(inFindings('<p>a\u202eb\u0007c</p>'))).toBe('Findings\nabc')
  })
})
