import { describe, expect, it } from 'vitest'
import { unknownCategories, unlistedValue } from './category-values.ts'
import type { FieldAttrs } from './schema.ts'

const fieldOf = (label: string, options: string[] = [], changes: Partial<FieldAttrs> = {}): FieldAttrs => ({
  id: 'f',
  label,
  kind: options.length > 0 ? 'choice' : 'text',
  unit: '',
  options,
  completion: 'prohibit',
  ...changes,
})
const birads = fieldOf('BI-RADS', ['1', '2', '0', '3', '4A', '4B', '4C', '5', '6'])
const tirads = fieldOf('TI-RADS of the leading nodule', ['no nodule', 'TR1', 'TR2', 'TR3', 'TR4', 'TR5'])
const density = fieldOf('Right breast density', ['ACR A', 'ACR B', 'ACR C', 'ACR D', 'not examined'])
const isRefused = (field: FieldAttrs, value: string) => unlistedValue(field, value)?.isCategory ?? false

describe('a field of a reporting system', () => {
  it.each<[FieldAttrs, string]>([
    [birads, '7'],
    [birads, '8'],
    [birads, '10'],
    [birads, '4'],
    [birads, '4D'],
    [birads, 'benign'],
    [birads, '2, 7'],
    [birads, '2 right, 8 left'],
    [birads, '-2'],
    [tirads, '6'],
    [tirads, 'TR6'],
    [fieldOf('Lung-RADS'), '5'],
    [fieldOf('PI-RADS'), '0'],
    [fieldOf('LI-RADS'), 'LR-6'],
    [fieldOf('O-RADS'), '6'],
    [fieldOf('ASPECTS', [], { kind: 'number' }), '11'],
    [fieldOf('ASPECTS', [], { kind: 'number' }), '7.5'],
    [density, '5'],
    [density, 'ACR E'],
    [fieldOf('T stage', ['T1 or T2', 'T3a', 'T4a', 'no tumour']), 'T5'],
    [fieldOf('Bone density', ['normal', 'osteopenia', 'osteoporosis']), '5'],
    [fieldOf('Grade', ['0', '1', '2']), '5'],
  ])('%# refuses a value that does not exist', (field, value) => {
    expect(isRefused(field, value)).toBe(true)
  })

  it.each<[FieldAttrs, string]>([
    [birads, '4A'],
    [birads, '4a'],
    [birads, 'BI-RADS 2'],
    [birads, 'Category 3'],
    [birads, '2 right, 4A left'],
    [birads, 'right 2 and left 1'],
    [tirads, 'TR4'],
    [tirads, '4'],
    [tirads, 'no nodule'],
    [fieldOf('Lung-RADS'), '4X'],
    [fieldOf('LI-RADS'), 'LR-5, LR-M'],
    [fieldOf('ASPECTS', [], { kind: 'number' }), '10'],
    [fieldOf('ASPECTS left'), '9'],
    [density, 'ACR B'],
    [density, 'b'],
    [density, 'Not examined'],
    [fieldOf('Comment'), '7'],
    [birads, ''],
  ])('%# takes a value that it lists, or several', (field, value) => {
    expect(unlistedValue(field, value)).toBeNull()
  })
})

it('another choice names a value that it does not list, and takes it', () => {
  const field = fieldOf('Intracranial bleeding', ['none', 'subdural', 'subarachnoid'], { completion: 'none' })
  expect(unlistedValue(field, 'subdural, subarachnoid')).toBeNull()
  expect(unlistedValue(field, 'subdural and subarachnoid')).toBeNull()
  expect(unlistedValue(field, 'subdural, 6 mm')).toMatchObject({ isCategory: false })
})

describe('a text', () => {
  it.each(['BI-RADS 7', 'BI-RADS category 8.', 'BIRADS: 10', 'Lung-RADS 5', 'PI-RADS 6', 'ASPECTS 11', 'ti-rads 6'])(
    'marks a category that does not exist: %s',
    (text) => {
      expect(unknownCategories(`Right breast. ${text}`)).toHaveLength(1)
    },
  )
  it.each([
    'BI-RADS 4A',
    'BI-RADS 4 in 2019',
    'BI-RADS',
    'Lung-RADS 4X',
    'PI-RADS v2.1 score 4',
    'ASPECTS 10',
    'BI-RADS 12 months ago',
    'O-RADS 2.',
  ])('leaves others alone: %s', (text) => {
    expect(unknownCategories(text)).toEqual([])
  })
})
