import { expect, it } from 'vitest'
import { ofUnknownPrior } from './prior-words.ts'

it.each([
  'CT of yesterday.',
  'Compared with CT chest of 03/11/2026.',
  'The nodule has grown compared to the previous examination.',
  'In comparison with the radiograph from 3 March 2025, no change.',
  'MRI dated 2024-05-01.',
  'Unchanged. Ultrasound from last month.',
])('asks about a comparison without an earlier study: %s', (text) => {
  expect(ofUnknownPrior(text)).toHaveLength(1)
})

it.each([
  'No prior study for comparison.',
  'Compared with the right side, the left kidney is small.',
  'Compared with the outside CT of 3 March 2025, unchanged.',
  'The previous CT of 2024 is not available.',
  'CT of the chest without contrast.',
  'MRI of the knee in 3 months is recommended.',
  'Smaller than expected compared to normal values.',
])('does not ask about %s', (text) => {
  expect(ofUnknownPrior(text)).toEqual([])
})
