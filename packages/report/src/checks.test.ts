import { describe, expect, it } from 'vitest'
import { checkReport, type Subject } from './checks.ts'
import { mostCharacters, readContent } from './content.ts'
import {
  blind,
  fields,
  heldOut,
  neverSeen,
  regions,
  tuning,
  type WrittenReport,
} from './contradictions/written-reports.fixture.ts'
import { sideOf } from './laterality.ts'
import { plainText } from './plain-text.ts'
import { reportSchema } from './schema.ts'
import type { SectionId } from './sections.ts'

const { doc, section, paragraph, field } = reportSchema.nodes
const text = (words: string) => paragraph.create(null, words === '' ? null : reportSchema.text(words))
const report = (texts: Partial<Record<SectionId, string>>) =>
  doc.create(
    null,
    Object.entries(texts).map(([id, words]) => section.create({ id }, text(words))),
  )
const subject: Subject = {
  kind: 'original',
  description: 'CT right knee',
  sex: 'F',
  imagesChanged: false,
  hasNewReport: false,
  record: [],
  captions: [],
  imageSide: null,
}
const about = (texts: Partial<Record<SectionId, string>>, more: Partial<Subject> = {}) =>
  checkReport(report({ findings: 'Fine.', impression: 'Normal.', ...texts }), { ...subject, ...more }).map(
    ({ severity, code, message }) => `${severity} ${code ?? '-'}: ${message}`,
  )

describe('before a report is signed', () => {
  it.each(['[', '*', '_', '(', 'left ', '[a', 'no ', 'no mass ', 'heel spur: none\n', 'tear ACL no '])(
    'looks at each character of the longest text once: %s',
    (unit) => {
      const findings = unit.repeat(Math.floor(mostCharacters / unit.length))
      expect(about({ findings })).toBeInstanceOf(Array)
    },
  )

  it.each(['Size .5 cm.', 'No change...', 'Seen at 3 p.m. today', 'e.g. a cyst'])(
    'takes no full stop of “%s” for a shortcut',
    (findings) => {
      expect(about({ findings })).toEqual([])
    },
  )

  it('says nothing of one that is in order', () => {
    expect(about({ findings: 'The right knee. Prosthesis on the other side.' })).toEqual([])
  })

  it('asks to review changed images, and the key images if there are any', () => {
    const start = 'confirm images: Images arrived or changed after this report was started. Review them'
    expect(about({}, { imagesChanged: true })).toEqual([`${start} before signing.`])
    expect(about({}, { imagesChanged: true, captions: ['A fracture.'] })).toEqual([`${start} and the key images before signing.`])
  })

  it('refuses a category that does not exist, and marks another value that its field does not list', () => {
    const birads = { id: 'b', label: 'BI-RADS', kind: 'choice', options: ['1', '2'], completion: 'prohibit' }
    const bleeding = { id: 'h', label: 'Bleeding', kind: 'choice', options: ['none', 'subdural'] }
    const fieldWith = (attrs: object, value: string) => field.create(attrs, reportSchema.text(value))
    const found = checkReport(
      doc.create(null, [
        section.create({ id: 'findings' }, fieldWith(bleeding, 'subdural, 6 mm')),
        section.create({ id: 'impression' }, [fieldWith(birads, '7'), text('BI-RADS 10.')]),
      ]),
      subject,
    )
    expect(found.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'tell: “subdural, 6 mm” is not one of the values of Bleeding: none, subdural.',
      'blocks: “7” is not one of the values of BI-RADS: 1, 2.',
      'confirm: “BI-RADS 10” is no category of BI-RADS.',
    ])
    expect(found.every(({ from, to }) => from < to)).toBe(true)
  })

  it('refuses an impossible ejection fraction in a text, and asks about a size that nobody has', () => {
    expect(about({ findings: 'Ejection fraction -5 %.' })).toEqual([
      'blocks -: “Ejection fraction -5 %” is not possible. Check the value.',
    ])
    expect(about({ findings: 'A ganglion of 400 cm.' })).toEqual([
      'confirm contradiction: “400 cm” is hardly possible. Check the value.',
    ])
  })

  it('misses sections that are empty or not there', () => {
    expect(about({ impression: '  ' })).toEqual(['blocks -: Impression is empty.'])
    expect(checkReport(report({ findings: 'Fine.' }), subject)).toMatchObject([
      { severity: 'blocks', message: 'Impression is missing.' },
    ])
  })

  it.each([
    ['The left knee is intact.', 'confirm side: “left” in a study of the right side.'],
    ['Das linke Knie.', 'confirm side: “linke” in a study of the right side.'],
    ['Prostatic hyperplasia.', 'confirm sex: “Prostatic” in a female patient.'],
    ['A lesion of [size] mm.', 'confirm leftover: “[size]” has not been filled in.'],
    ['See [[size].', 'confirm leftover: “[size]” has not been filled in.'],
    ['Stage ***.', 'confirm leftover: “***” has not been filled in.'],
    ['The bones: .nofrac', 'confirm leftover: “.nofrac” is a text block shortcut that was not expanded.'],
  ])('asks about “%s”', (findings, expected) => {
    expect(about({ findings })).toEqual([expected])
  })

  it('finds the very words in the text', () => {
    const written = report({ findings: 'Both. The left knee.', impression: 'Normal.' })
    const [finding] = checkReport(written, subject)
    expect(finding && written.textBetween(finding.from, finding.to)).toBe('left')
  })

  it('knows words from parts of words, and lets the comparison speak of either side', () => {
    expect(about({ findings: 'Cleft palate, leftover contrast.', comparison: 'CT left knee of 2023.' })).toEqual([])
  })

  it('finds what no font can print, in the text and in the record', () => {
    expect(about({ findings: 'a \ue000' })).toEqual(['blocks -: “\ue000” (U+E000) cannot be printed.'])
    expect(about({}, { record: ['Anna', '\u{12000}'] })).toMatchObject([expect.stringContaining('(U+12000) in the record')])
  })

  it('a field that must be filled blocks, one that should be asks, another is told', () => {
    const fields = (['prohibit', 'alert', 'none'] as const).map((completion) =>
      field.create({ id: completion, label: `Size ${completion}`, completion }),
    )
    const written = doc.create(null, [
      section.create({ id: 'findings' }, [...fields, text('x')]),
      section.create({ id: 'impression' }, text('x')),
    ])
    expect(checkReport(written, subject).map(({ severity }) => severity)).toEqual(['blocks', 'confirm', 'tell'])
    expect(plainText(written)).toBe('Findings\nx\n\nImpression\nx')
  })
})

it.each([
  ['CT right knee', 'right'],
  ['XR Knie li', 'left'],
  ['MR knee (L)', 'left'],
  ['MR L spine', null],
  ['US R/O DVT', null],
  ['XR both hands, right oblique', null],
  ['CT left and right wrist', null],
  [null, null],
] as const)('%s is of the side %s', (description, side) => {
  expect(sideOf(description)).toBe(side)
})

it('keeps text as it is, and drops what nobody sees', () => {
  const json = report({ findings: 'a' }).toJSON()
  json.content[0].content[0].content[0].text = 'e\u0301\r\n{x} \\ <b>\u202e\u0000'
  expect(readContent(json).textContent).toBe('é\n{x} \\ <b>')
})

function checkWritten({ description, sex, technique, comparison, findings, impression }: WrittenReport) {
  const sections = Object.entries({ technique, comparison, findings, impression }).filter(([, words]) => words !== '')
  const written = doc.create(
    null,
    sections.map(([id, words]) => section.create({ id }, words.split('\n').map(text))),
  )
  return checkReport(written, { ...subject, description, sex })
}
/** Reports whether the check asks to confirm a contradiction in a written report. */
const isMarked = (report: WrittenReport) =>
  checkWritten(report).some(({ code }) => code === 'contradiction' || code === 'side' || code === 'sex')
const countMarked = (reports: readonly WrittenReport[]) => reports.filter(isMarked).length
const isSound = ({ contradiction }: WrittenReport) => contradiction === null

// Figures of docs/decisions/reading/contradictions.md: better ones replace them here and there.
it.each([
  ['those that the rules were corrected by', tuning, 237, 4],
  ['those of all regions', regions, 184, 0],
  ['those that corrected nothing', blind, 49, 0],
  ['those that the rules have not seen', heldOut, 17, 2],
  ['those that were written last', neverSeen, 27, 0],
  ['those with fields of normal values', fields, 34, 1],
])('of contradictory and sound reports, %s', (_which, reports, found, falseAlarms) => {
  expect(countMarked(reports.filter((report) => !isSound(report)))).toBeGreaterThanOrEqual(found)
  expect(countMarked(reports.filter(isSound))).toBeLessThanOrEqual(falseAlarms)
})

it.each([
  ['Left knee: torn meniscus. The right knee has a torn meniscus.', true],
  ['Left knee: torn meniscus. The right knee is normal.', false],
  ['Left knee: more effusion than in the right.', false],
  ['Left knee: torn meniscus. The right knee was not imaged.', false],
  ['The right knee is normal.', true],
])('findings of a left knee: "%s" asks about the side: %s', (words, asks) => {
  const report = { sex: 'O', technique: '', comparison: '', impression: '', contradiction: null } as const
  const found = checkWritten({ ...report, description: 'MR left knee', findings: words })
  expect(found.some(({ code }) => code === 'side')).toBe(asks)
})

it('no alarm blocks the signature of a written report, whether it is a false one or not', () => {
  expect([...tuning, ...heldOut].flatMap(checkWritten).filter(({ severity }) => severity === 'blocks')).toEqual([])
})

describe('the side that was examined', () => {
  const fieldOf = (label: string, value: string) =>
    reportSchema.nodes.field.create({ id: label, label }, value === '' ? null : reportSchema.text(value))
  const sided = (fields: [label: string, value: string][], impression: string, other: Partial<Subject> = {}) => {
    const findings = section.create(
      { id: 'findings' },
      fields.map(([label, value]) => fieldOf(label, value)),
    )
    const written = doc.create(null, [findings, section.create({ id: 'impression' }, [text(impression)])])
    return checkReport(written, { ...subject, description: null, ...other })
      .filter(({ code }) => code === 'side' || code === 'contradiction')
      .map(({ message }) => message)
  }

  it.each<[string, [string, string][], string, Partial<Subject>, string[]]>([
    [
      'a field and the impression',
      [['Side', 'right']],
      'Fibroma of the left distal tibia.',
      {},
      ['“left” in a report whose field “Side” says right.'],
    ],
    [
      'a field and another field',
      [
        ['Laterality', 'Left'],
        ['Bone', 'lucency in the right distal tibia'],
      ],
      'Fibroma.',
      {},
      ['“right” in a report whose field “Laterality” says left.'],
    ],
    [
      'images and the impression',
      [],
      'Fracture of the left tibia.',
      { imageSide: 'right' },
      ['“left” in a study of the right side.'],
    ],
    ['images and a field', [['Side', 'left']], 'Fracture.', { imageSide: 'right' }, ['“left” in a study of the right side.']],
    [
      'images and the description',
      [],
      'Fracture.',
      { imageSide: 'right', description: 'LEFT WRIST' },
      ['The images are of the right side, the study description says left.'],
    ],
    [
      'a breast without images',
      [['Right breast calcifications', 'none']],
      'Benign.',
      { imageSide: 'left' },
      ['Right breast calcifications is filled in, in a study of the left side.'],
    ],
    [
      'a label and its value',
      [['Left kidney', 'stone in the right lower calyx']],
      'Renal stone.',
      {},
      ['“right” under “Left kidney”.'],
    ],
  ])('is asked about if %s differ', (_what, fields, impression, other, messages) => {
    expect(sided(fields, impression, other)).toEqual(messages)
  })

  it.each<[string, [string, string][], string, Partial<Subject>]>([
    ['both sides', [['Side', 'both sides']], 'Fracture of the left radius.', {}],
    [
      'two things with a side each',
      [
        ['Side', 'left'],
        ['Affected side', 'right'],
      ],
      'Fractures of the left radius and the right ulna.',
      {},
    ],
    ['a comparison', [['Side', 'right']], 'More effusion than in the left knee.', {}],
    ['a side not examined', [['Right breast', 'not examined']], 'Mass of the left breast.', { imageSide: 'left' }],
    ['a chamber of the heart', [['Right ventricle', 'compressed by the left one']], 'Normal.', {}],
    ['a direction', [['Left hemisphere', 'midline shift to the right of 4 mm']], 'Shift.', {}],
    ['the other side as it is meant', [['Opposite side', 'left: normal']], 'Fracture.', { imageSide: 'right' }],
  ])('is not asked about for %s', (_what, fields, impression, other) => {
    expect(sided(fields, impression, other)).toEqual([])
  })
})
