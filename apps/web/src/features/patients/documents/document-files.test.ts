import { expect, test } from 'vitest'
import { makeDocument } from './document.fixture.ts'
import { acceptedFiles, mergeFiles, previewOf, refuseFile } from './document-files.ts'

test('the file chooser accepts the types in the specification', () => {
  expect(acceptedFiles).toBe('.pdf,.doc,.docx,.jpg,.jpeg,.png,.gif,.txt')
})

test.each([
  ['scan.PDF', 1, null],
  ['a.b.docx', 20 * 1024 * 1024, null],
  ['scan.pdf', 20 * 1024 * 1024 + 1, '"scan.pdf" is too large. Documents can be up to 20 MB.'],
  ['scan.pdf', 0, '"scan.pdf" is empty.'],
  ['scan.svg', 1, '"scan.svg" is not accepted. Choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file.'],
  ['pdf', 1, '"pdf" is not accepted. Choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file.'],
  ['x.toString', 1, '"x.toString" is not accepted. Choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file.'],
])('%s of %i bytes: %s', async (name, size, refusal) => {
  expect(await refuseFile(new File([new Uint8Array(size)], name))).toBe(refusal)
})

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
test.each([
  ['scan.png', 'text', false],
  ['scan.JPG', 'text', false],
  ['scan.gif', 'GIF89a', true],
  ['scan.png', Uint8Array.from(png), true],
  ['notes.txt', 'text', true],
])('%s that begins with %s is accepted: %s', async (name, content, accepted) => {
  expect(await refuseFile(new File([content], name))).toBe(
    accepted
      ? null
      : `"${name}" is not accepted. Choose a pdf, doc, docx, jpg, jpeg, png, gif or txt file whose content matches its name.`,
  )
})

test('lists documents and reports together, newest first', () => {
  const report = makeDocument(2, { documentType: 'report', index: null })
  const merged = mergeFiles([makeDocument(1), makeDocument(3)], [report])
  expect(merged.map(({ fileName }) => fileName)).toEqual(['letter-3.pdf', 'letter-2.pdf', 'letter-1.pdf'])
})

test.each([
  ['png', 'image', 'image/png'],
  ['txt', 'text', 'text/plain'],
  ['pdf', 'pdf', 'application/pdf'],
  ['docx', 'word', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['doc', 'none', 'application/msword'],
  ['html', 'none', 'application/octet-stream'],
  ['constructor', 'none', 'application/octet-stream'],
])('previews a %s file as %s, whatever type it claims', (fileType, kind, contentType) => {
  expect(previewOf(makeDocument(1, { fileType, contentType: 'text/html' }))).toEqual({ kind, contentType })
})
