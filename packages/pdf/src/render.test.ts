import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { SignedKeyImage } from '@readroom/contracts/reading/key-images'
import type { SignedCritical } from '@readroom/contracts/reading/report-versions'
import { childrenWith } from '@readroom/process/testing/children'
import { unprintable } from '@readroom/report/printable'
import { printableRanges } from '@readroom/report/printable-ranges'
import { type PrintedVersion, printedReport } from '@readroom/report/printed-report'
import { openSync } from 'fontkit'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { fontFiles } from './fonts.ts'
import { layoutData } from './mirrored-signs.ts'
import { createProofs, proofLimits } from './proof.ts'
import { rangesOf } from './ranges.ts'
import { createRenderer, NotPrintable } from './renderer.ts'
import { readSealKey, sealPdf } from './seal.ts'
import { selfSignedKey } from './self-signed.ts'
import { askPoppler, snapshot, textOf, versionOf } from './testing.fixture.ts'

const bare = { signature: null, pictures: new Map<string, Buffer>() }
const drawnAt = new Date('2025-11-21T12:09:45Z')

const length = 190_000

describe('the proof before a signature', () => {
  const proofs = createProofs()
  afterAll(() => proofs.close())
  const printed = (findings: string) => printedReport([versionOf({ findings })], { zone: 'Europe/London', hasSignature: false })

  /** Asks until the outcome is known, as a signer would on a busy machine. */
  async function outcomeOf(findings: string): Promise<boolean> {
    const [owner, report] = [randomUUID(), printed(findings)]
    for (;;) {
      await proofs.tryNow(owner, report)
      const outcome = proofs.outcomeOf(report)
      if (outcome !== null) return outcome
    }
  }

  it.each([
    ['accents on one letter', `a${'\u0301'.repeat(length)}`],
    ['accents on one letter, a tenth of them', `a${'\u0301'.repeat(length / 10)}`],
    ['letters of one word', 'a'.repeat(length)],
    ['letters that need other fonts in turn', 'aब漢ع'.repeat(length / 4)],
    ['line feeds', 'a\n'.repeat(length / 2)],
    ['joined letters of one word', 'क्'.repeat(length / 2)],
  ])('refuses thousands of %s within seconds, and others are printed meanwhile', async (_what, text) => {
    const answered: string[] = []
    const refused = outcomeOf(text).finally(() => answered.push('refused'))
    expect(await outcomeOf('No fracture.').finally(() => answered.push('printed'))).toBe(true)
    expect(await refused).toBe(false)
    expect(answered).toEqual(['printed', 'refused'])
  })

  it.each([
    ['Latin', 'the quick brown fox '.repeat(length / 20)],
    ['Han', '肺野清晰无异常。'.repeat(length / 8)],
    ['stacked accents of a language', 'ệ ặ ṩ '.normalize('NFD').repeat(5_000)],
  ])('accepts the longest report in %s', async (_what, text) => {
    expect(await outcomeOf(text)).toBe(true)
  })

  it('knows nothing of a report whose process gets no time, and prints it as soon as it does', async () => {
    const own = createProofs({ ...proofLimits, waitMs: 300 })
    onTestFinished(() => own.close())
    own.tryLater('a', printed('The first.'))
    await expect.poll(() => own.outcomeOf(printed('The first.'))).toBe(true)
    const report = printed('Beside a busy machine.')
    const frozen = await childrenWith('render-child')
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    own.tryLater('a', report)
    await own.tryNow('a', report)
    expect(own.outcomeOf(report)).toBeNull()
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    await expect.poll(() => own.outcomeOf(report)).toBe(true)
  })

  it('tries saved reports by themselves, the newest of each owner, and leaves a process to signatures', async () => {
    const own = createProofs()
    onTestFinished(() => own.close())
    const [bad, stale, saved] = [printed('a'.repeat(length)), printed('Saved, then changed.'), printed('Saved.')]
    own.tryLater('a', bad)
    own.tryLater('b', stale)
    own.tryLater('b', saved)
    const signed = printed('Signed meanwhile.')
    await own.tryNow('c', signed)
    expect(own.outcomeOf(signed)).toBe(true)
    expect(own.outcomeOf(bad)).toBeNull()
    await expect.poll(() => own.outcomeOf(saved)).toBe(true)
    expect(own.outcomeOf(bad)).toBe(false)
    expect(own.outcomeOf(stale)).toBeNull()
  })
})

describe('the document of a signed report', () => {
  const renderer = createRenderer()
  afterAll(() => renderer.close())
  const render = (...chain: PrintedVersion[]) =>
    renderer.render({ report: printedReport(chain, { zone: 'Europe/London', hasSignature: false }), ...bare, drawnAt })
  const wordsOf = async (pdf: Buffer) => (await askPoppler('pdftotext', pdf)).replaceAll(/\s+/g, ' ')

  it('says who and what it is about, what was found, and who signed', async () => {
    const words = await wordsOf(await render(versionOf({ findings: 'No fracture.', impression: 'Normal.' })))
    for (const expected of [
      'Northgate Imaging',
      '14 Quay Street, Northgate',
      'Radiology report',
      'Version 1',
      'Αντωνίου Γιώργος',
      'RH-204398',
      '21/11/2025 11:18',
      'Findings No fracture.',
      'Impression Normal.',
      'Dr Ines Carvalho',
      '21/11/2025 12:09:44',
      'ACC-7741233, version 1',
      'SHA-256 4be1',
      'Page 1 of 1',
    ])
      expect(words).toContain(expected)
  })

  it('keeps the signed letters in its text, to copy and to search, whatever else is in the report', async () => {
    // Saving has replaced the others by the letters that they are equal to.
    const isKept = (letter: string) => letter.normalize('NFC') === letter && !/[\p{M}\p{C}\p{Z}]/u.test(letter)
    const isDrawn = (letter: string) => isKept(letter) && unprintable(letter).length === 0
    const ranges = [
      [0x21, 0x24f],
      [0x370, 0x4ff],
      [0x2010, 0x205e],
      [0x2070, 0x218b],
      [0x2190, 0x22ff],
    ] as const
    const letters = ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place)).filter(isDrawn),
    )
    const findings = letters.map((letter) => `x${letter}y`).join(' ')
    const foreign = { ...snapshot, patient: { ...snapshot.patient, name: 'כהן דוד' } }
    const pdf = await render(versionOf({ findings }, { snapshot: foreign }))
    const said = new Set((await wordsOf(pdf)).split(' '))
    expect(letters.filter((letter) => !said.has(`x${letter}y`))).toEqual([])
  })

  it('writes “at least” and “at most” as they are signed, also from right to left, where both are drawn mirrored', async () => {
    const signsOf = async (findings: string) => (await wordsOf(await render(versionOf({ findings })))).match(/[≤≥⩽⩾]/g)
    expect(await signsOf('A nodule ≥ 3 mm, not ≤ 5 mm.')).toEqual(['≥', '≤'])
    expect(await signsOf('הנגע ≥ 3')).toEqual(['≥'])
    expect(await signsOf('الآفة ≤ 5')).toEqual(['≤'])
    const marksOf = (findings: string) =>
      layoutData(printedReport([versionOf({ findings })], { zone: 'UTC', hasSignature: false }), {}).match(/[\uFDD0\uFDD1≤≥]/g)
    expect(marksOf('הנגע ≥ 3, ≤ 5')).toEqual(['\uFDD1', '\uFDD0'])
    // Between letters from left to right, and behind a word from right to left in a line that is not.
    expect(marksOf('הנגע ≥ 3, size ≤ 5 mm')).toEqual(['\uFDD1', '≤'])
    expect(marksOf('Nodule ≥ 3 mm (הנגע ≥ 5) ≤')).toEqual(['≥', '\uFDD1', '≤'])
  })

  it('names those who wrote the text, if that was not the signer alone', async () => {
    const writers = [{ userId: 'a', name: 'Dr Asta Lind' }]
    const words = await wordsOf(await render(versionOf({ findings: 'Normal.' }, { snapshot: { ...snapshot, writers } })))
    expect(words).toContain(
      'Dr Ines Carvalho, Neuroradiology Signed 21/11/2025 12:09:44 (Europe/London). Written by Dr Asta Lind',
    )
    expect(words).not.toContain('as author')
  })

  it('names the images that the signer has not seen below the impression, or in an addendum', async () => {
    const notSeen = [{ number: 2, modality: 'MG', description: 'L MLO', images: 1, of: 2 }]
    const unseen = { snapshot: { ...snapshot, notSeen } }
    const report = versionOf({ impression: 'BI-RADS 1.', recommendation: 'Routine.' }, unseen)
    const addendum = versionOf({ addendum: 'Compared.' }, { ...unseen, kind: 'addendum', number: 2 })
    const words = await wordsOf(await render(report, addendum))
    expect(words).toContain('BI-RADS 1. Not seen by the reader: series 2 “L MLO”, 1 of 2 images. Recommendation')
    expect(words).toContain('Compared. Not seen by the reader: series 2')
  })

  it('names the patient and the study on each of its pages', async () => {
    const findings = Array.from({ length: 120 }, (_, line) => `Line ${line}.`).join('\n')
    const pdf = await render(versionOf({ findings: findings.replaceAll('\n', ' '.repeat(900)) }))
    const pages = (await askPoppler('pdftotext', pdf)).split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages)
      for (const said of ['Αντωνίου Γιώργος', 'RH-204398', '29/02/1964', 'ACC-7741233']) expect(page).toContain(said)
  })

  it('says what was critical and who knew of it, and in an addendum only what is new', async () => {
    const told = { name: 'Rosa Delgado', telephone: '030 4711', method: 'telephone', by: 'Dr Ines Carvalho' } as const
    const critical: SignedCritical = {
      id: 'a',
      category: 1,
      finding: 'Tension pneumothorax',
      markedBy: 'Dr Ines Carvalho',
      foundAt: '2025-11-21T11:50:00.000Z',
      told: [{ ...told, at: '2025-11-21T11:52:00.000Z' }],
      acknowledged: null,
    }
    const first = versionOf({ findings: 'Pneumothorax.' }, { snapshot: { ...snapshot, criticalResults: [critical] } })
    const words = await wordsOf(await render(first))
    expect(words).toContain(
      'Communication Critical result, category 1: Tension pneumothorax • Found 21/11/2025 11:50:00 by Dr Ines Carvalho',
    )
    expect(words).toContain('• Rosa Delgado (030 4711) told by telephone 21/11/2025 11:52:00 by Dr Ines Carvalho')
    expect(words).toContain('• Not acknowledged at signing')
    const addendum = { ...versionOf({ addendum: 'Compared.' }), kind: 'addendum', number: 2 } as const
    const same = await wordsOf(await render(first, { ...addendum, snapshot: first.snapshot }))
    expect(same.match(/Communication/g)).toHaveLength(1)
    const acknowledged = { name: 'Ada Moss', at: '2025-11-21T12:00:00.000Z' }
    const later = { ...snapshot, criticalResults: [{ ...critical, acknowledged }] }
    const both = await wordsOf(await render(first, { ...addendum, snapshot: later }))
    expect(both.match(/Communication/g)).toHaveLength(2)
    expect(both).toContain('• Acknowledged 21/11/2025 12:00:00 by Ada Moss')
  })

  it('prints key images two to a row, with what they are, and words for those who do not see them', async () => {
    const grey = await readFile(new URL('./key-image.fixture.png', import.meta.url))
    const keyImage = (number: number, caption: string): SignedKeyImage => ({
      id: `0000-${number}`,
      caption,
      sopInstanceUid: '1.2',
      series: 1,
      image: 10 + number,
      frame: null,
      contentType: 'image/png',
      width: 24,
      height: 16,
      sha256: '',
    })
    const keyImages = [keyImage(1, 'The *effusion* #h(2)'), keyImage(2, ''), keyImage(3, 'الانصباب')]
    const version = versionOf({ findings: 'Effusion (key image 1).' }, { snapshot: { ...snapshot, keyImages } })
    const pdf = await renderer.render({
      report: printedReport([version], { zone: 'Europe/London', hasSignature: false }),
      signature: null,
      pictures: new Map(keyImages.map(({ id }) => [id, grey])),
      drawnAt,
    })
    const words = await wordsOf(pdf)
    expect(words).toContain('Key images Key image 1, series 1, image 11 Key image 2, series 1, image 12 The *effusion* #h(2)')
    expect((await askPoppler('pdfimages', pdf)).match(/image +24 +16/g)).toHaveLength(3)
    expect(await askPoppler('pdfinfo', pdf)).toMatch(/Tagged: +yes/)
    expect((await askPoppler('structure', pdf)).match(/Figure:/g)).toHaveLength(3)
    const bare = await render(versionOf({ findings: 'No fracture.' }))
    expect(await wordsOf(bare)).not.toContain('Key images')
    expect(await askPoppler('pdfimages', bare)).not.toMatch(/image +24/)
  })

  it('prints an addendum to an uploaded report alone, and says which it adds to', async () => {
    const uploaded = { reportId: 'u', fileName: 'outside-report.pdf', at: '2025-11-22T09:00:00.000Z' }
    const addendum = (text: string, number: number) =>
      versionOf({ addendum: text }, { kind: 'addendum', number, snapshot: { ...snapshot, uploaded } })
    const words = await wordsOf(await render(versionOf({ findings: 'Older text.' }), addendum('First more.', 2)))
    expect(words).not.toContain('Older text.')
    expect(words).toContain('Addendum to outside-report.pdf of 22/11/2025 09:00:00')
    const both = await wordsOf(
      await render(versionOf({ findings: 'Older text.' }), addendum('First more.', 2), addendum('Second more.', 3)),
    )
    expect(both).toMatch(/First more\..*Second more\./)
    expect(both).not.toContain('Older text.')
  })

  it('is PDF/A with every font inside it, and the same bytes again', async () => {
    const pdf = await render(versionOf({ findings: '≤ 3 mm → √2 ∅ α عربي שלום 漢字 ひらがな 한글 हिन्दी ไทย বাংলা தமிழ்' }))
    expect(pdf.toString('latin1')).toMatch(/pdfaid:part>2<[\s\S]*pdfaid:conformance>A</)
    const fonts = (await askPoppler('pdffonts', pdf)).split('\n').slice(2).filter(Boolean)
    expect(fonts.every((line) => /\byes yes yes\b/.test(line))).toBe(true)
    for (const script of ['Arabic', 'Hebrew', 'SC', 'KR', 'Thai', 'Bengali', 'Tamil'])
      expect(fonts.some((line) => line.includes(`NotoSans${script}-`))).toBe(true)
    expect(pdf.toString('latin1')).not.toMatch(/\/JavaScript|\/JS\b/)
    expect((await render(versionOf({ findings: 'The same.' }))).equals(await render(versionOf({ findings: 'The same.' })))).toBe(
      true,
    )
  })

  it('prints what was typed, whatever it looks like', async () => {
    const odd =
      '#read("/etc/passwd") $x^2$ *b* _i_ = Heading \\ {name} <b>x</b> @ref // no comment [a](b) ```js``` #import "@preview/x"'
    expect(await wordsOf(await render(versionOf({ findings: odd })))).toContain(odd)
  })

  it('refuses what no font can show, which the check before signing knows', async () => {
    for (const character of ['\ue000', '\u{1f9a0}', '\u{12000}']) {
      expect(unprintable(`ab${character}`)).toEqual([{ character, index: 2 }])
      await expect(render(versionOf({ findings: `ab${character}` }))).rejects.toThrow(NotPrintable)
    }
    const seen = '\u00ad\u200d\u200c\u200e\u200f\ufeff\u00a0\u2011\ufffd m² ½ ° ± µ … “” – ☐ ☑ ⌀ Ⅳ ♀ ♂ ✓'
    expect(unprintable(seen)).toEqual([])
    await render(versionOf({ findings: seen }))
  })

  it('the list of what can be printed is that of the fonts', () => {
    const fonts = fontFiles.map((file) => openSync(file))
    expect(rangesOf(fonts.map((font) => ('characterSet' in font ? font.characterSet : [])))).toBe(printableRanges)
  })

  it('an addendum stands below the report, which it does not change; a correction stands alone', async () => {
    const first = versionOf({ findings: 'The first.', impression: 'One.' })
    const more = { number: 2, signedAt: new Date('2025-11-21T14:31:00Z') }
    const addendum = versionOf({ addendum: 'The second.' }, { ...more, kind: 'addendum' })
    const both = await wordsOf(await render(first, addendum))
    expect(both).toMatch(
      /Version 2, with addendum of \d\d\/\d\d\/\d{4} \d\d:31:00.*The first\..*Signed 21\/11\/2025 12:09:44.*Addendum.*The second\..*14:31:00/,
    )
    expect(both.match(/Addendum/g)).toHaveLength(1)
    const corrected = versionOf({ findings: 'The third.' }, { ...more, number: 3, kind: 'correction', reason: 'Wrong side' })
    const alone = await wordsOf(await render(first, addendum, corrected))
    expect(alone).toMatch(/Corrected report.*corrected: Wrong side.*The third\./)
    expect(alone).not.toMatch(/The first|The second/)
  })

  it('a preliminary one says so on every page', async () => {
    const long = Array.from({ length: 200 }, (_, line) => `Line ${line}.`).join('\n')
    const pdf = await render(versionOf({ findings: long.repeat(3) }, { meaning: 'preliminary' }))
    const pages = (await askPoppler('pdftotext', pdf)).split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page.replaceAll(/\s+/g, '')).toContain('PRELIMINARY')
  })

  it('is sealed so that every change shows, and is PDF/A still', async () => {
    const p12 = selfSignedKey('Readroom test', 'a password')
    const key = readSealKey(p12, 'a password')
    const plain = await render(versionOf({ findings: 'trailer xref endobj %%EOF', impression: 'Normal.' }))
    const sealed = await sealPdf(plain, key, drawnAt)
    expect(sealed.subarray(0, plain.length).equals(plain)).toBe(true)
    const said = await askPoppler('pdfsig', sealed)
    expect(said).toMatch(/Signature is Valid/)
    expect(said).toMatch(/Total document signed/)
    const last = sealed.toString('latin1').slice(sealed.toString('latin1').lastIndexOf('trailer'))
    expect(last).toMatch(/\/ID\s*\[/)
    const changed = Buffer.from(sealed)
    const at = plain.length - 200
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    expect(await askPoppler('pdfsig', changed)).not.toMatch(/Signature is Valid/)
    expect(() => readSealKey(p12, 'another')).toThrow()
  })

  it('is sealed whatever signs its ID has', async () => {
    const key = readSealKey(selfSignedKey('Readroom test', 'a password'), 'a password')
    const pdf = await render(versionOf({ findings: 'Fine.', impression: 'Normal.' }))
    const text = pdf.toString('latin1')
    pdf.write('/', text.indexOf('(', text.lastIndexOf('/ID')) + 1, 'latin1')
    expect(await askPoppler('pdfsig', await sealPdf(pdf, key, drawnAt))).toMatch(/Signature is Valid/)
  })

  it('goes on where the process that draws is killed', async () => {
    await render(versionOf({ findings: 'The first.' }))
    const reports = Array.from({ length: 3 }, (_, number) => render(versionOf({ findings: `Report ${number}.` })))
    for (const pid of await childrenWith('render-child')) process.kill(pid, 'SIGKILL')
    expect((await Promise.all(reports)).every((pdf) => pdf.subarray(0, 5).toString() === '%PDF-')).toBe(true)
  })

  it('fails for a picture that nobody can draw, and draws the next report', async () => {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
      length.writeUInt32BE(data.length)
      sum.writeUInt32BE(crc32(body))
      return Buffer.concat([length, body, sum])
    }
    const header = Buffer.from([0, 0, 0x80, 0, 0, 0, 0x80, 0, 8, 2, 0, 0, 0])
    const lines = deflateSync(Buffer.alloc(100 * 1024 * 1024))
    const signature = Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', lines),
      chunk('IEND', Buffer.alloc(0)),
    ])
    const report = printedReport([versionOf({ findings: 'Huge.' })], { zone: 'Europe/London', hasSignature: true })
    const huge = renderer.render({ report, signature, pictures: new Map(), drawnAt })
    const next = render(versionOf({ findings: 'The next.' }))
    await expect(huge).rejects.toThrow()
    expect(await wordsOf(await next)).toContain('The next.')
  })

  it('goes on where the process that draws ended between two reports', async () => {
    await render(versionOf({ findings: 'The first.' }))
    for (const pid of await childrenWith('render-child')) process.kill(pid, 'SIGKILL')
    expect(await wordsOf(await render(versionOf({ findings: 'The next.' })))).toContain('The next.')
  })

  it('keeps lines of a paragraph, lists and filled fields', async () => {
    const content = textOf({ impression: 'Normal.' })
    content.content.unshift({
      type: 'section',
      attrs: { id: 'findings', origin: '' },
      content: [
        {
          type: 'bulletList',
          content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'One' }] }] }],
        },
        { type: 'field', attrs: { id: 'w', label: 'Wall', kind: 'number', unit: 'mm' }, content: [{ type: 'text', text: '6' }] },
        { type: 'field', attrs: { id: 'b', label: 'Bowel' } },
      ],
    })
    const words = await wordsOf(await render(versionOf({}, { content })))
    expect(words).toMatch(/• One Wall 6 mm/)
    expect(words).not.toContain('Bowel')
  })
})
