import JSZip from 'jszip'
import { expect, test } from 'vitest'
import { wordPage } from './word-page.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Creates a Word document with this body and further parts. */
async function letter(body: string, parts: Record<string, string> = {}): Promise<Blob> {
  const zip = new JSZip()
  zip.file('[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>')
  zip.file(
    '_rels/.rels',
    `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
  )
  zip.file('word/document.xml', `<w:document xmlns:w="${word}" xmlns:r="${office}"><w:body>${body}</w:body></w:document>`)
  for (const [name, part] of Object.entries(parts)) zip.file(name, part)
  return new Blob([await zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' })])
}
const said = (text: string, properties = '') => `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r></w:p>`

test('the page of a document loads nothing, and its links lead nowhere', async () => {
  const link = `<w:hyperlink r:id="rId2">${said('Press me')}</w:hyperlink>`
  const page = await wordPage(
    await letter(`${said('No fracture &lt;b&gt;')}<w:p>${link}</w:p>`, {
      'word/_rels/document.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="rId2" Type="${office}/hyperlink" Target="javascript:alert(1)" TargetMode="External"/></Relationships>`,
    }),
  )
  expect(page).toContain(`content="default-src 'none'; img-src data:`)
  expect(page).toContain('No fracture &lt;b&gt;')
  expect(page).not.toMatch(/<a[\s>]|javascript:|href=/)
})

test("a style sheet can't break out of its element", async () => {
  const styles = `<w:styles xmlns:w="${word}"><w:style w:type="paragraph" w:styleId="x"><w:name w:val="x"/><w:rPr><w:color w:val="red}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/></w:rPr></w:style></w:styles>`
  const page = await wordPage(
    await letter(said('Text'), {
      'word/styles.xml': styles,
      'word/_rels/document.xml.rels': `<Relationships xmlns="${relationships}"><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    }),
  )
  expect(page).toContain('alert(1)')
  expect(page).not.toContain('<script')
})

test('refuses files that are no documents or unpack to too much', async () => {
  await expect(wordPage(new Blob(['no document']))).rejects.toThrow()
  const bomb = await letter(said('Text'), { 'word/media/image1.bmp': '0'.repeat(61_000_000) })
  expect(bomb.size).toBeLessThan(1_000_000)
  await expect(wordPage(bomb)).rejects.toThrow('is too large')
})
