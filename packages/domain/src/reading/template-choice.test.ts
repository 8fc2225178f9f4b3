import { describe, expect, it } from 'vitest'
import { chosenOf, rankTemplates } from './template-choice.ts'

type Template = Parameters<typeof rankTemplates>[0][number]
type Study = Parameters<typeof rankTemplates>[1]

const template = (name: string, fields: Partial<Template> = {}): Template => ({
  id: name,
  name,
  scope: 'system',
  labId: null,
  modalities: ['CT'],
  words: [],
  sex: null,
  kind: 'original',
  isDefault: false,
  ...fields,
})
const general = template('general', { modalities: [], isDefault: true })
const head = template('head', { words: ['brain', 'head', 'skull'] })
const study: Study = { labId: 'A', modalities: ['CT'], description: 'CT BRAIN_PLAIN', bodyParts: 'HEAD', patientSex: 'F' }

const order = (templates: Template[], of: Partial<Study> = {}) =>
  rankTemplates(templates, { ...study, ...of }, 'original').map(({ template: { name }, fits }) => `${fits ? '+' : '-'}${name}`)

const chosen = (templates: Template[], description: string) =>
  chosenOf(rankTemplates(templates, { ...study, description, bodyParts: '' }, 'original'))?.name ?? null

describe('the template that a report begins on', () => {
  const [chest, abdomen] = [
    template('chest', { words: ['chest', 'thorax'] }),
    template('abdomen', { words: ['abdomen', 'pelvis'] }),
  ]

  it('is the best one that fits', () => {
    expect(chosen([general, chest, abdomen], 'CT chest')).toBe('chest')
    expect(chosen([general, chest, abdomen], 'CT foot')).toBe('general')
    expect(chosen([chest, abdomen], 'CT foot')).toBeNull()
  })

  it('is left to the writer if the study shows several parts of the body', () => {
    expect(chosen([general, chest, abdomen], 'CT chest and upper abdomen')).toBeNull()
  })

  it('is the one for all parts if there is one, and a doctor’s own before the system’s', () => {
    const both = template('both', { words: ['chest', 'abdomen'] })
    expect(chosen([general, chest, abdomen, both], 'CT chest and upper abdomen')).toBe('both')
    expect(chosen([chest, { ...abdomen, scope: 'doctor' }], 'CT chest and upper abdomen')).toBe('abdomen')
  })
})

describe('the template of a study', () => {
  it('is that whose words the description or the body part says, before one of the modality, before the general one', () => {
    const ofModality = template('all CT', { isDefault: true })
    expect(order([general, ofModality, head])).toEqual(['+head', '+all CT', '+general'])
    expect(order([general, ofModality, head], { description: 'CT LUNG', bodyParts: '' })).toEqual([
      '+all CT',
      '+general',
      '-head',
    ])
    expect(order([general, head], { modalities: ['MR'] })).toEqual(['+general', '-head'])
  })

  it('is found by whole words, whatever their case, accents and signs between them', () => {
    const found = (word: string, description: string) =>
      order([template('x', { words: [word] })], { description, bodyParts: '' })[0] === '+x'
    expect(found('schadel', 'CT-SCHÄDEL_nativ')).toBe(true)
    expect(found('knee left', 'MR Knee, LEFT')).toBe(true)
    expect(found('ear', 'CT HEART')).toBe(false)
    expect(found('...', 'CT ...')).toBe(false)
    expect(found('胸部', 'CT 胸部')).toBe(true)
  })

  it('is the doctor’s before the laboratory’s before the system’s, though others have more words', () => {
    const lab = template('lab', { scope: 'lab', labId: 'A', words: ['brain'] })
    const own = template('own', { scope: 'doctor', words: ['brain'] })
    const foreign = template('foreign', { scope: 'lab', labId: 'B', words: ['brain', 'head'] })
    expect(order([head, foreign, lab, own])).toEqual(['+own', '+lab', '+head'])
    expect(order([own, lab, head], { labId: null })).toEqual(['+own', '+head'])
  })

  it('is never of the other sex, nor of another kind, nor one without words that is no default', () => {
    const men = template('men', { sex: 'M', words: ['brain'] })
    const women = template('women', { sex: 'F', words: ['brain'] })
    const plain = template('plain')
    const addendum = template('addendum', { kind: 'addendum', words: ['brain'] })
    expect(order([men, women, plain, addendum])).toEqual(['+women', '-men', '-plain'])
    expect(order([men, women], { patientSex: null })).toEqual(['-men', '-women'])
  })

  it('is the same whatever the order they come in', () => {
    const many = [head, general, template('b', { words: ['brain'] }), template('a', { words: ['brain'] })]
    expect(order(many)).toEqual(order([...many].reverse()))
    expect(order(many)).toEqual(['+head', '+a', '+b', '+general'])
  })

  it('says why', () => {
    const [first, second] = rankTemplates([head, template('mr', { modalities: ['MR'], words: ['knee'] })], study, 'original')
    expect(first?.why).toEqual([
      'CT',
      "“brain” is in the study's description",
      "“head” is in the study's description",
      'Of the system',
    ])
    expect(second?.why).toEqual(['For MR', 'For “knee”'])
  })
})
