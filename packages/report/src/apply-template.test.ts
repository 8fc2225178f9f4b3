import { describe, expect, it } from 'vitest'
import { applyTemplate, lossesOf } from './apply-template.ts'
import { emptyReport, readContent } from './content.ts'
import { plainText } from './plain-text.ts'
import type { SectionId } from './sections.ts'
import { reportOfParts, type TemplatePart } from './template-parts.ts'

const text = (words: string): TemplatePart => ({ text: words })
const field = (label: string, value = '', unit = ''): TemplatePart => ({
  label,
  value,
  unit,
  kind: unit === '' ? ('choice' as const) : ('number' as const),
  options: ['normal', 'odd'],
  completion: 'none' as const,
})
const template = (parts: Partial<Record<SectionId, TemplatePart[]>>) => readContent(reportOfParts(parts, 'original'))
/** Returns the template's report after somebody has typed in it: the editor then forgets the sections' origins. */
function typed(parts: Partial<Record<SectionId, TemplatePart[]>>) {
  const json = reportOfParts(parts, 'original')
  return readContent(JSON.parse(JSON.stringify(json).replaceAll('"origin":"template"', '"origin":""')))
}
const knee = template({
  technique: [text('Knee protocol.')],
  findings: [field('Meniscus'), field('Effusion'), text('Bones intact.')],
})
const brain = template({ technique: [text('Brain protocol.')], findings: [field('Ventricles'), field('Effusion')] })

describe('another template', () => {
  it('of an empty report is the template', () => {
    const applied = applyTemplate(emptyReport('original'), knee, null)
    expect(applied.report.toJSON()).toEqual(knee.toJSON())
    expect(lossesOf(applied)).toEqual([])
  })

  it('takes the place of one that nobody has touched', () => {
    const { report } = applyTemplate(knee, brain, knee)
    expect(report.toJSON()).toEqual(brain.toJSON())
  })

  it('keeps what was typed: in fields that it has too, else as lines; text behind the fields', () => {
    const report = typed({
      technique: [text('Knee protocol.')],
      findings: [field('Meniscus', 'odd'), field('Effusion', 'normal'), text('Bones intact.'), text('Baker cyst.')],
      impression: [text('Torn meniscus.')],
    })
    const applied = applyTemplate(report, brain, knee)
    expect(plainText(applied.report)).toBe(
      ['Technique\nBrain protocol.', 'Findings\nEffusion: normal\nMeniscus: odd\nBaker cyst.', 'Impression\nTorn meniscus.'].join(
        '\n\n',
      ),
    )
    expect(lossesOf(applied)).toEqual(['“Meniscus: odd” becomes text of Findings.', 'Replaced because unchanged: Technique.'])
  })

  it('takes all that is there for typed where the former template is not known', () => {
    const report = typed({ technique: [text('Knee protocol.')], findings: [field('Effusion', 'odd')] })
    const applied = applyTemplate(report, brain, null)
    expect(plainText(applied.report)).toBe('Technique\nKnee protocol.\n\nFindings\nEffusion: odd')
    expect(applied.gaveWay).toEqual(['technique'])
  })

  it('loses no value where two fields are called the same, and takes no number for one of another unit', () => {
    const report = typed({ findings: [field('Length', '1', 'cm'), field('Length', '2', 'cm'), field('Length', '3', 'mm')] })
    const next = template({ findings: [field('Length', '', 'cm')] })
    expect(plainText(applyTemplate(report, next, null).report)).toBe('Findings\nLength: 1 cm\nLength: 2 cm\nLength: 3 mm')
  })

  it('keeps what came from the history or a prior, and sections that it does not have', () => {
    const json = JSON.stringify(
      reportOfParts({ clinicalInformation: [text('Pain.')], recommendation: [text('MRI.')] }, 'original'),
    )
    const report = readContent(JSON.parse(json.replaceAll('"origin":"template"', '"origin":"history"')))
    expect(plainText(applyTemplate(report, brain, null).report)).toMatch(/^Clinical information\nPain\..*Recommendation\nMRI\.$/s)
  })

  it('there and back leaves every word', () => {
    const words = ['One.', 'Two.', 'Three.']
    const report = typed({ findings: words.map(text), comparison: [text('None.')] })
    const there = applyTemplate(report, brain, null).report
    const back = plainText(applyTemplate(there, knee, brain).report)
    for (const word of [...words, 'None.']) expect(back).toContain(word)
  })
})
