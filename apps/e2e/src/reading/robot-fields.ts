import type { FieldAttrs } from '@readroom/report/schema'

type RobotField = {
  field: FieldAttrs
  /** Keys typed over the field's value, with the resulting value. */
  typed: readonly (readonly [keys: string, value: string])[]
}

const plain = { unit: '', options: [], completion: 'none' } as const

/** A field of each kind. What its keys mean is written by hand here, so that the editor is compared with its labels and not with itself. */
export const robotFields: readonly RobotField[] = [
  {
    field: { ...plain, id: 'size', label: 'Largest nodule', kind: 'number', unit: 'mm' },
    typed: [
      ['5', '5'],
      ['12', '12'],
      ['0.8', '0.8'],
    ],
  },
  {
    field: { ...plain, id: 'place', label: 'Place', kind: 'text' },
    typed: [
      ['8', '8'],
      ['2 mm left', '2 mm left'],
    ],
  },
  {
    field: { ...plain, id: 'effusion', label: 'Effusion', kind: 'choice', options: ['none', 'small', 'large'] },
    typed: [
      ['1', 'none'],
      ['3', 'large'],
      ['9', '9'],
      ['s', 'small'],
      ['2 mm left subdural', '2 mm left subdural'],
    ],
  },
  {
    field: {
      ...plain,
      id: 'category',
      label: 'BI-RADS',
      kind: 'choice',
      options: ['1', '2', '0', '3', '4A', '4B', '4C', '5', '6'],
    },
    typed: [
      ['5', '5'],
      ['8', '8'],
      ['3', '3'],
      ['4', '4A'],
      ['4B', '4B'],
      ['0', '0'],
    ],
  },
]

export const categoryField = robotFields.findIndex(({ field }) => field.id === 'category')

/** Reports whether a value is a category that exists. */
export const isCategory = (value: string): boolean => robotFields[categoryField]?.field.options.includes(value) ?? false
