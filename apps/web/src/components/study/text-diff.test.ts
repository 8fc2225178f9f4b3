import { expect, test } from 'vitest'
import { diffTexts } from './text-diff.tsx'

const said = (before: string, after: string) =>
  diffTexts(before, after)
    .map(({ text, is }) => (is === 'same' ? text : `${is === 'added' ? '+' : '-'}[${text.trim()}]`))
    .join('')

test.each([
  ['No fracture of the left knee.', 'No fracture of the right knee.', 'No fracture of the -[left]+[right] knee.'],
  ['', 'Normal.', '+[Normal.]'],
  ['Normal.', '', '-[Normal.]'],
  ['5 mm', '6 mm', '-[5]+[6] mm'],
  ['右膝に骨折なし', '左膝に骨折なし', '-[右]+[左]膝に骨折なし'],
  ['Перелом левого колена', 'Перелом правого колена', 'Перелом -[левого]+[правого] колена'],
  ['<b>x</b>', '<b>y</b>', '<b>-[x]+[y]</b>'],
])('marks the changes from %j to %j', (before, after, expected) => {
  expect(said(before, after)).toBe(expected)
})

test('compares two long texts that have nothing in common', () => {
  const words = (seed: number) => Array.from({ length: 20_000 }, (_, index) => `w${(index * seed) % 7919}`).join(' ')
  const pieces = diffTexts(words(3), words(5))
  expect(
    pieces
      .filter(({ is }) => is !== 'added')
      .map(({ text }) => text)
      .join('').length,
  ).toBeGreaterThan(50_000)
})

test('words that changed side by side are one change', () => {
  expect(diffTexts('Right: ACR A. Left', 'Right: not examined. Left')).toEqual([
    { text: 'Right: ', is: 'same' },
    { text: 'ACR A', is: 'removed' },
    { text: 'not examined', is: 'added' },
    { text: '. Left', is: 'same' },
  ])
})
