import { expect, test } from 'vitest'
import { imageSentences, notSeenSentence } from './not-seen.ts'

const one = { number: 3, modality: 'MG', description: 'L MLO', images: 1, of: 4 }
test.each([
  ['nothing', [], ''],
  ['part of a series', [one], 'Not seen by the reader: series 3 “L MLO”, 1 of 4 images.'],
  [
    'a whole series without a description',
    [{ ...one, description: ' ', images: 4 }],
    'Not seen by the reader: series 3, 4 images.',
  ],
  [
    'several series',
    [
      { ...one, description: null, images: 1, of: 1 },
      { ...one, number: null, description: null },
    ],
    'Not seen by the reader: series 3, 1 image; series MG, 1 of 4 images.',
  ],
  [
    'a description that cannot be printed',
    [{ ...one, description: 'L \u{10ffff}' }],
    'Not seen by the reader: series 3, 1 of 4 images.',
  ],
])('the sentence names %s', (_what, notSeen, sentence) => {
  expect(notSeenSentence(notSeen)).toBe(sentence)
})

test('the images that were displayed are counted, and each statement about the others is named', () => {
  const curves = { number: 1, modality: 'ECG', description: 'Rest', images: 2, of: 3, said: 'undrawn-archive' } as const
  const others = [curves, { ...one, said: 'series' } as const]
  expect(imageSentences({ displayed: { shown: 27, of: 28, others } })).toEqual([
    'Displayed before signing: 27 of 28 images.',
    'Signed without displaying: series 3 “L MLO”, 1 of 4 images.',
    'Not drawn here. The reader states that they saw in the archive viewer: series 1 “Rest”, 2 of 3 groups of curves.',
  ])
  expect(imageSentences({ displayed: null, notSeen: [one] })).toEqual([notSeenSentence([one])])
})
