import { describe, expect, it } from 'vitest'
import { faultsOf, faultsOfGlossary, faultsOfIndex, faultsOfPage } from './rules.ts'
import { type Text, textsOf } from './texts.ts'

describe('textsOf', () => {
  it('returns comments, literals, templates and JSX text', () => {
    const source = [
      '/** Returns the label. */',
      'export const label = (count: number) => `$' + '{count} studies`',
      '// One sentence',
      '// over two lines.',
      "export const words = ['two words', 'one', <p title=\"A title\">Some text</p>]",
    ].join('\n')
    const texts = textsOf('label.tsx', source)
    expect(texts.map(({ kind, text }) => [kind, text])).toEqual([
      ['docstring', 'Returns the label.'],
      ['comment', 'One sentence over two lines.'],
      ['string', '{} studies'],
      ['string', 'two words'],
      ['string', 'A title'],
      ['string', 'Some text'],
    ])
    expect(texts.map(({ start }) => source.slice(start, start + 3))).toEqual(['/**', '// ', '`$' + '{', "'tw", '"A ', 'Som'])
  })

  it('does not take code in a string for a comment', () => {
    const [text, ...others] = textsOf('code.ts', "export const code = 'a // b'")
    expect([text?.kind, text?.text, others]).toEqual(['string', 'a // b', []])
  })
})

describe('faultsOf', () => {
  it.each<[Text['kind'], string]>([
    ['string', 'Saved. Whoever is signed in stays so.'],
    ['string', 'What was signed before'],
    ['docstring', 'Answers false if there was none.'],
    ['comment', 'The report; null where there is none.'],
    ['docstring', 'Throws STUDY_NOT_FOUND where it is missing.'],
    ['comment', 'Keeps the address, and nothing else.'],
    ['string', 'Sent by e-mail'],
    ['string', 'Set up a second step'],
  ])('refuses in a %s: %s', (kind, text) => {
    expect(faultsOf({ kind, text })).toHaveLength(1)
  })

  it.each<[Text['kind'], string]>([
    ['string', 'Who sent this?'],
    ['string', 'Whole studies'],
    ['docstring', 'Returns the page where the reader was.'],
    ['string', 'Answers by email'],
  ])('accepts in a %s: %s', (kind, text) => {
    expect(faultsOf({ kind, text })).toEqual([])
  })
})

describe('faultsOfPage', () => {
  it('refuses a decision page of more than 600 words', () => {
    expect(faultsOfPage(`# ${'word '.repeat(599)}`)).toEqual([])
    expect(faultsOfPage(`# ${'word '.repeat(600)}`)).toEqual(['The page has 601 words. Cut it to 600.'])
  })
})

describe('faultsOfIndex', () => {
  it('names a decision page that the index does not link', () => {
    const index = '| [orders](orders/orders.md) | how orders arrive |'
    expect(faultsOfIndex(index, ['orders/orders.md', 'orders/hl7.md'])).toEqual(['The index does not link orders/hl7.md.'])
  })
})

describe('faultsOfGlossary', () => {
  it('names a table that the glossary lists under no word', () => {
    const schema = "export const mugs = pgTable(\n  'coffee_mugs', {})\nexport const cups = pgTable('cups', {})"
    expect(faultsOfGlossary('| cup | A vessel. | `cups` |', schema)).toEqual([
      "The glossary lists the table coffee_mugs under no word. Take the field's word, or give a reason.",
    ])
  })
})
