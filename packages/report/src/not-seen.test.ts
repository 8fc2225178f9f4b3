import { expect, test } from 'vitest'
import { notSeenSentence } from './not-seen.ts'

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
