import { isDeepStrictEqual } from 'node:util'
import { assert, constantFrom, option, property, record, shuffledSubarray, stringMatching, tuple } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type Agreement, compareIdentities, type Identity } from './patient-identity.ts'

type Short = [name: string | null, birthDate?: string | null, sex?: Identity['sex']]
const of = ([name, birthDate = null, sex = null]: Short): Identity => ({ name, birthDate, sex })

const cases: readonly [why: string, one: Short, other: Short, agreement: Agreement][] = [
  ['the same', ['Lindqvist Thomas', '1950-03-04', 'M'], ['Lindqvist Thomas', '1950-03-04', 'M'], 'same'],
  ['name order', ['Lindqvist Thomas', '1950-03-04'], ['Thomas Lindqvist', '1950-03-04'], 'same'],
  ['DICOM separators', ['Lindqvist^Thomas^Erik'], ['Lindqvist Thomas Erik'], 'same'],
  ['letter case', ['LINDQVIST THOMAS'], ['Lindqvist Thomas'], 'same'],
  ['accents', ['Muñoz José'], ['Munoz Jose'], 'same'],
  ['umlaut spelled out', ['Müller Jörg'], ['Mueller Joerg'], 'same'],
  ['umlaut without dots', ['Müller Jörg'], ['Muller Jorg'], 'same'],
  ['Nordic letters', ['Ørsted Åse'], ['Orsted Ase'], 'same'],
  ['sharp s', ['Strauß Eva'], ['Strauss Eva'], 'same'],
  ['Cyrillic and Latin', ['Иванов Пётр'], ['Ivanov Petr'], 'same'],
  ['an apostrophe', ["O'Brien Sean"], ['OBrien Sean'], 'same'],
  ['a name written together', ['Meier Anna Maria'], ['Meier Annamaria'], 'same'],
  ['a particle written together', ['van der Berg Jan'], ['Vanderberg Jan'], 'same'],
  ['a wrong letter', ['Schmidt Katharina', '1980-01-02'], ['Schmitt Katharina', '1980-01-02'], 'same'],
  ['two wrong letters in a long name', ['Papadopoulos Maria'], ['Papadopolous Maria'], 'same'],
  ['an initial', ['Lindqvist T', '1950-03-04'], ['Lindqvist Thomas', '1950-03-04'], 'same'],
  ['a missing second name', ['Lindqvist Thomas'], ['Lindqvist Thomas Erik'], 'same'],
  ['a family name alone', ['Lindqvist'], ['Lindqvist Thomas'], 'same'],
  ['a title', ['Dr. Lindqvist Thomas'], ['Lindqvist Thomas'], 'same'],
  ['a name added by marriage', ['Meier Anna', '1985-02-03', 'F'], ['Meier-Schulz Anna', '1985-02-03', 'F'], 'same'],
  ['a missing birth date', ['Lindqvist Thomas', '1950-03-04'], ['Lindqvist Thomas', null], 'same'],
  ['a missing sex', ['Lindqvist Thomas', '1950-03-04', 'M'], ['Lindqvist Thomas', '1950-03-04'], 'same'],
  ['sex "other"', ['Lindqvist Thomas', '1950-03-04', 'M'], ['Lindqvist Thomas', '1950-03-04', 'O'], 'same'],
  ['a placeholder birth date', ['Lindqvist Thomas', '1950-03-04'], ['Lindqvist Thomas', '1900-01-01'], 'same'],
  ['a missing name', [null, '1950-03-04', 'M'], ['Lindqvist Thomas', '1950-03-04', 'M'], 'same'],
  ['ideographs in one of them', ['Yamada Tarou (山田 太郎, やまだ たろう)'], ['Yamada Tarou'], 'same'],
  ['ideographs only', ['山田 太郎'], ['Yamada^Tarou=山田^太郎=やまだ^たろう'], 'same'],
  ['the phonetic group', ['やまだ たろう'], ['Yamada Tarou'], 'same'],
  ['nothing at all', [null], [null], 'same'],
  ['day and month swapped', ['Lindqvist Thomas', '1950-03-04'], ['Lindqvist Thomas', '1950-04-03'], 'unsure'],
  ['one digit of the birth date', ['Lindqvist Thomas', '1950-03-04'], ['Lindqvist Thomas', '1960-03-04'], 'unsure'],
  ['two digits changed places', ['Lindqvist Thomas', '1945-03-04'], ['Lindqvist Thomas', '1954-03-04'], 'unsure'],
  ['a name changed by marriage', ['Meier Anna', '1985-02-03', 'F'], ['Schulz Anna', '1985-02-03', 'F'], 'unsure'],
  ['nothing to compare', ['Lindqvist Thomas'], [null, '1950-03-04'], 'unsure'],
  ['ideographs against Latin letters, no birth date', ['山田 太郎'], ['Yamada Tarou'], 'unsure'],
  ['initials alone, no birth date', ['L T'], ['Lindqvist Thomas'], 'unsure'],
  ['another person', ['Lindqvist Thomas', '1950-03-04', 'M'], ['Okonkwo Amara', '1988-11-30', 'F'], 'conflicting'],
  ['another name', ['Lindqvist Thomas', '1950-03-04'], ['Okonkwo Amara', '1950-03-04'], 'conflicting'],
  ['another birth date', ['Lindqvist Thomas', '1950-03-04'], ['Lindqvist Thomas', '1981-12-24'], 'conflicting'],
  ['another sex', ['Meier Andrea', '1980-01-02', 'F'], ['Meier Andrea', '1980-01-02', 'M'], 'conflicting'],
  ['father and son', ['Lindqvist Thomas', '1950-03-04', 'M'], ['Lindqvist Thomas', '1978-06-15', 'M'], 'conflicting'],
  ['twins', ['Meier Anna', '2001-05-06', 'F'], ['Meier Beate', '2001-05-06', 'F'], 'conflicting'],
  ['twins with like names', ['Meier Anna', '2001-05-06', 'F'], ['Meier Hanna', '2001-05-06', 'F'], 'conflicting'],
  ['a couple', ['Meier Anna', null, 'F'], ['Meier Bernd', null, 'M'], 'conflicting'],
  ['another family name and no birth date', ['Meier Anna'], ['Schulz Anna'], 'conflicting'],
  ['other ideographs', ['山田 太郎'], ['山本 太郎'], 'conflicting'],
  ['short names that differ by a letter', ['Li Wei'], ['Lu Wen'], 'conflicting'],
]

test.each(cases)('%s: %j and %j are %s', (_why, one, other, agreement) => {
  expect(compareIdentities(of(one), of(other)).agreement).toBe(agreement)
  expect(compareIdentities(of(other), of(one)).agreement).toBe(agreement)
})

test('names what differs in words, without the data', () => {
  const found = compareIdentities(of(['Lindqvist Thomas', '1950-03-04', 'M']), of(['Okonkwo Amara', '1950-04-03', 'M']))
  expect(found).toEqual({
    agreement: 'conflicting',
    differing: ['name', 'birthDate'],
    reason: 'The names differ. The birth dates differ by a digit, or by day and month. The sex agrees.',
  })
})

describe('whatever scanners send', () => {
  const words = constantFrom(
    'Meier',
    'Maier',
    'Meyer',
    'Schulz',
    'Anna',
    'Anne',
    'Hanna',
    'A',
    'B',
    'Jo',
    'Li',
    '山田',
    'Müller',
    'van',
    'der',
  )
  const name = tuple(words, words, words).map((parts) => parts.join(' '))
  const anything = stringMatching(/^[A-Za-zäöü^=(), .'-]{0,24}$/)
  const birthDate = constantFrom(null, '1950-03-04', '1950-04-03', '1951-03-04', '1980-12-24', '1900-01-01')
  const sex = constantFrom<Identity['sex'][]>(null, 'M', 'F', 'O')
  const identity = record({ name: option(name), birthDate, sex })
  const odd = record({ name: option(anything), birthDate, sex })

  it('agrees with itself', () => {
    assert(property(identity, (one) => compareIdentities(one, { ...one }).agreement === 'same'))
    assert(property(odd, (one) => compareIdentities(one, { ...one }).agreement === 'same'))
  })

  it('gives the same answer in both directions', () => {
    const symmetric = (one: Identity, other: Identity) =>
      isDeepStrictEqual(compareIdentities(one, other), compareIdentities(other, one))
    assert(property(identity, identity, symmetric), { numRuns: 2_000 })
    assert(property(odd, odd, symmetric), { numRuns: 1_000 })
  })

  it('tolerates any order of the words', () => {
    const all = ['Lindqvist', 'Thomas', 'Erik', 'Oskar']
    const shuffled = shuffledSubarray(all, { minLength: all.length })
    assert(property(shuffled, (parts) => compareIdentities(of([parts.join(' ')]), of([all.join(' ')])).agreement === 'same'))
  })
})
