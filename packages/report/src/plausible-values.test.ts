import { describe, expect, it } from 'vitest'
import { implausibleNumbers, implausibleValue } from './plausible-values.ts'

const field = (label: string, unit: string) =>
  ({ id: 'f', label, kind: 'number', unit, options: [], completion: 'none' }) as const

describe('the value of a number field', () => {
  it.each([
    ['Left ventricular ejection fraction', '%', '-6'],
    ['Ejection fraction after stress', '%', '0'],
    ['Right lung share of perfusion', '%', '140'],
    ['Largest nodule', 'mm', '-4'],
    ['Largest nodule', 'mm', '12 x -4'],
    ['Prostate volume', 'ml', '−30'],
    ['Change since the last examination', '%', '-140'],
    ['Lumbar spine T-score', '', '-25'],
    ['Gestational age', 'weeks', '212'],
    ['Heart rate', '/min', '7200'],
    ['Agatston score', '', '-1'],
    ['Midline shift', 'mm', '-40'],
    ['Ganglion', 'mm', '3000'],
    ['Ganglion', 'cm', '400'],
  ])('is refused: %s (%s) %s', (label, unit, value) => {
    expect(implausibleValue(field(label, unit), value)).toMatchObject({ isImpossible: true })
  })

  it.each([
    ['Largest nodule', 'mm', '0'],
    ['Common bile duct', 'mm', '0.0'],
    ['Right kidney length', 'cm', '105'],
    ['Left kidney length', 'mm', '11'],
    ['Left ventricular ejection fraction', '%', '96'],
    ['Blood glucose', 'mmol/l', '98'],
    ['Midline shift', 'mm', '-4'],
  ])('is asked about: %s (%s) %s', (label, unit, value) => {
    expect(implausibleValue(field(label, unit), value)).toMatchObject({ isImpossible: false })
  })

  it.each([
    ['Left ventricular ejection fraction', '%', '62'],
    ['Left ventricular ejection fraction', '%', '55-60'],
    ['Lumbar spine T-score', '', '-2.4'],
    ['Change since the last examination', '%', '-30'],
    ['Residual urine', 'ml', '0'],
    ['Placental edge to internal os', 'mm', '0'],
    ['Agatston score', '', '0'],
    ['Largest nodule', 'mm', '12 x 8 x 7'],
    ['Largest nodule', 'mm', 'not measured'],
    ['Spleen length', 'cm', '11,5'],
    ['Left peak systolic velocity', 'cm/s', '-80'],
  ])('is taken: %s (%s) %s', (label, unit, value) => {
    expect(implausibleValue(field(label, unit), value)).toBeNull()
  })
})

describe('a number in a field of words or of choices', () => {
  const choice = (label: string) => ({ ...field(label, ''), kind: 'choice' as const })

  it.each([
    ['Midline shift', '-40'],
    ['Midline shift', '-40 mm'],
    ['Ganglion', '3000 mm'],
    ['Ganglion', '400 cm'],
    ['Ejection fraction', '-5 %'],
  ])('is refused if it cannot be: %s %s', (label, value) => {
    expect(implausibleValue(choice(label), value)).toMatchObject({ isImpossible: true })
  })

  it.each([
    ['Midline shift', '4 mm'],
    ['Ganglion', '3000'],
    ['Ganglion', '12 mm, no septum'],
    ['BI-RADS', '4'],
  ])('is taken: %s %s', (label, value) => {
    expect(implausibleValue(choice(label), value)).toBeNull()
  })
})

describe('numbers in a text', () => {
  it.each([['Ejection fraction -5 %.'], ['LVEF of -6 %'], ['EF 640%']])('refuses an impossible ejection fraction: %s', (text) => {
    expect(implausibleNumbers(text)).toMatchObject([{ isImpossible: true }])
  })

  it.each([
    'Measured: 0 mm.',
    'Nodule of 0.0 cm.',
    'Nodule: -6 mm.',
    'Ejection fraction of -6 %.',
    'LVEF 640%',
    'A 145-year-old man.',
    'Ganglion of 3000 mm.',
    'Ganglion of 400 cm.',
    'LVEF 96 %.',
  ])('are asked about: %s', (text) => {
    expect(implausibleNumbers(text)).toHaveLength(1)
  })

  it.each([
    'Nodule of 10 mm.',
    '-6 mm stone in the left ureter.',
    'Nodules of 4 -6 mm and 4-6 mm.',
    'T11-12: 5 mm protrusion.',
    'Residual urine 0 ml.',
    'Fragments with 0 mm displacement.',
    'LVEF 62 %.',
    'Decrease in size: -30 %.',
    'Slices of 3.0 mm.',
    'A 103-year-old woman.',
    'Peak velocity 120 cm/s.',
    'Residual small bowel of 180 cm.',
    'Change of the ejection fraction -5 %.',
    'Opening pressure 65 cm H2O.',
    'Mass of 120 mm.',
  ])('are left alone: %s', (text) => {
    expect(implausibleNumbers(text)).toEqual([])
  })
})
