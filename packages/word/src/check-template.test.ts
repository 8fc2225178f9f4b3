import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { checkTemplate, fillSample } from './check-template.ts'
import { defaultTemplate } from './default-template.ts'

const document = 'word/document.xml'
const relations = 'word/_rels/document.xml.rels'

/** The default template with changes: parts by name, or what is written into its text. */
async function changed(parts: Record<string, string | ((xml: string) => string)>): Promise<Buffer> {
  const zip = await JSZip.loadAsync(await defaultTemplate())
  for (const [name, change] of Object.entries(parts)) {
    const before = (await zip.file(name)?.async('string')) ?? ''
    zip.file(name, typeof change === 'string' ? change : change(before))
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}
const saying = (...runs: string[]) =>
  changed({
    [document]: (xml) =>
      xml.replace('<w:body>', `<w:body><w:p>${runs.map((text) => `<w:r><w:t>${text}</w:t></w:r>`).join('')}</w:p>`),
  })
const running = (xml: string) =>
  changed({ [document]: (before) => before.replace('<w:body>', `<w:body><w:p><w:r>${xml}</w:r></w:p>`) })
const related = (type: string, target: string, mode = '') =>
  changed({
    [relations]: (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/></Relationships>`,
      ),
  })
const verdict = async (template: Promise<Buffer>) =>
  checkTemplate(await template).then(
    () => 'taken',
    (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
  )

describe('a template', () => {
  it('is the default one, which is taken as it is, and says what each field is', async () => {
    const checked = await checkTemplate(await defaultTemplate())
    const filled = await JSZip.loadAsync(await fillSample(checked))
    expect(await filled.file('word/header1.xml')?.async('string')).toContain('Name of the laboratory')
    expect(Object.keys(filled.files)).toContain('word/media/image1.png')
  })

  it('may cut a field into pieces, as Word does', async () => {
    expect(await verdict(saying('{pat', 'ient', 'Name}'))).toBe('taken')
  })

  it.each([
    ['{patientNmae}', 'TEMPLATE_FIELD_UNKNOWN: Unknown field in the template: {patientNmae}'],
    ['{constructor}', 'TEMPLATE_FIELD_UNKNOWN: Unknown field in the template: {constructor}'],
    ['{patientName [opt: 1]}', 'TEMPLATE_FIELD_UNKNOWN: Unknown field in the template: {patientName [opt: 1]}'],
    ['{#patientName}', 'TEMPLATE_FIELD_UNBALANCED: A condition in the template is not closed: {#patientName}'],
    ['{/patientName}', 'TEMPLATE_FIELD_UNBALANCED: A condition in the template is not closed: {/patientName}'],
    ['{#age}{#gender}{/age}{/gender}', 'TEMPLATE_FIELD_UNBALANCED: A condition in the template is not closed: {/age}'],
    ['Name: {patientName', 'TEMPLATE_BRACE: The template has a brace outside a field: Name: {patientName'],
    ['patientName}', 'TEMPLATE_BRACE: The template has a brace outside a field: patientName}'],
    ['{{age}}', 'TEMPLATE_BRACE: The template has a brace outside a field: {}'],
  ])('that says %s is refused, and what is wrong is named', async (text, words) => {
    expect(await verdict(saying(text))).toBe(words)
  })

  it.each([
    ['a macro', changed({ 'word/vbaProject.bin': 'x' }), 'word/vbaProject.bin'],
    ['a file inside', changed({ 'word/embeddings/a.xlsx': 'x' }), 'word/embeddings/a.xlsx'],
    ['a link', related('hyperlink', 'https://x.example', ' TargetMode="External"'), 'https://x.example'],
    ['a link in disguise', related('hyperlink', 'https://x.example', ' TargetMode="&#69;xternal"'), 'https://x.example'],
    ['a link without a mode', related('image', 'https://x.example/a.png'), 'https://x.example/a.png'],
    ['a link with spaces', related('image', 'https://x.example/a.png', ' TargetMode=" External "'), 'https://x.example/a.png'],
    ['a link behind a decoy', related('image', '//x.example/a', ' x:Target="styles.xml" xmlns:x="y"'), '//x.example/a'],
    ['a part that is not there', related('image', '../../a.png'), '../../a.png'],
    ['a picture by VML', running('<v:imagedata xmlns:v="urn:v" src="https://x.example/a.png"/>'), 'https://x.example/a.png'],
    ['a file by VML', running('<v:fill xmlns:v="urn:v" xmlns:o="urn:o" o:href="a.png"/>'), 'a.png'],
    ['a deleted field', running('<w:delInstrText> INCLUDEPICTURE "x" </w:delInstrText>'), 'INCLUDEPICTURE'],
    ['a template of its own', related('attachedTemplate', 'file.dotm'), 'file.dotm'],
    ['HTML', related('aFChunk', 'chunk.xml'), 'chunk.xml'],
    ['a field that loads', running('<w:instrText> INCLUDEPICTURE "https://x" </w:instrText>'), 'INCLUDEPICTURE'],
    ['a field in pieces', running('<w:instrText> DDE</w:instrText><w:instrText>AUTO cmd</w:instrText>'), 'DDEAUTO'],
  ])('with %s is refused', async (_what, template, named) => {
    expect(await verdict(template)).toBe(
      `TEMPLATE_ACTIVE: The template contains active content or an external link: ${named}. Remove it and try again.`,
    )
  })

  it.each([
    ['no ZIP', Promise.resolve(Buffer.from('hello'))],
    ['no document', new JSZip().file('a.txt', 'x').generateAsync({ type: 'nodebuffer' })],
    ['broken XML', changed({ [document]: '<w:document><w:body>' })],
    ['a prefix that nothing explains', changed({ [document]: (xml) => xml.replace('<w:body>', '<w:body><q:p/>') })],
    ['entities of its own', changed({ [document]: (xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml.replace(/^<\?.*\?>/, '')}` })],
  ])('that is %s cannot be read', async (_what, template) => {
    expect(await verdict(template)).toMatch(/^TEMPLATE_UNREADABLE: /)
  })

  it.each([
    ['60,000 attributes', running(`<w:t ${Array.from({ length: 60_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`)],
    ['10,000 elements within each other', running(`${'<w:r>'.repeat(10_000)}${'</w:r>'.repeat(10_000)}`)],
    ['1,000 namespaces', running(Array.from({ length: 1_000 }, (_, at) => `<w:t xmlns:n${at}="n"/>`).join(''))],
  ])('with %s is given up before it is parsed', async (_what, template) => {
    expect(await verdict(template)).toMatch(/^TEMPLATE_TOO_LARGE: /)
  })

  it('that unpacks to far more than it is, is given up before it does', async () => {
    const bomb = new JSZip()
      .file(document, Buffer.alloc(300 * 1024 * 1024))
      .generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
    expect(await verdict(bomb)).toMatch(/^TEMPLATE_TOO_LARGE: /)
  })
})
