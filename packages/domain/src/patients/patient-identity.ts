import { type IdentityField, identityFields } from '@readroom/contracts/patients/identity-reviews'
import anyAscii from 'any-ascii'
import { distance } from 'fastest-levenshtein'

/**
 * A patient's identity according to a study. The name is as in DICOM (`Family^Given=ideographic=phonetic`) or as Readroom shows it (`Family Given
 * (ideographic, phonetic)`).
 */
export type Identity = { name: string | null; birthDate: string | null; sex: 'M' | 'F' | 'O' | null }

type NameFinding = 'same' | 'spelled alike' | 'other family name' | 'partly different' | 'different' | 'not comparable'
type BirthDateFinding = 'same' | 'similar' | 'different' | 'not comparable'
type SexFinding = 'same' | 'different' | 'not comparable'

/** `same` and `unsure` keep a study with the person; `unsure` and `conflicting` ask for a review. */
export type Agreement = 'same' | 'unsure' | 'conflicting'

export type Comparison = {
  agreement: Agreement
  /** The fields that differ, slightly or clearly. */
  differing: IdentityField[]
  /** One or more sentences without patient data. */
  reason: string
}

/** Titles and suffixes that scanners put with the name. */
const titles = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'herr', 'frau', 'fr', 'hr', 'md', 'phd', 'geb', 'nee'])

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

/** Splits a name into its alphabetic, ideographic and phonetic groups. */
function groupsOf(name: string): string[] {
  const shown = name.includes('=') ? undefined : /^(?<first>[^()]*)\((?<others>[^()]*)\)\s*$/u.exec(name)?.groups
  const groups = shown ? [shown.first ?? '', ...(shown.others ?? '').split(',')] : name.split('=')
  return groups.map((group) => group.trim()).filter((group) => group !== '')
}

/** Returns a name's words in plain lower-case letters: "Müller-Ørsted^Zoë" and "mueller oersted zoe" are the same words. */
function wordsOf(group: string): string[] {
  const plain = anyAscii(group.normalize('NFC').replaceAll(/['’`]/gu, '')).toLowerCase()
  const words = plain
    .split(/[^a-z0-9]+/)
    .map((word) => word.replaceAll(/(?<=[aou])e/g, ''))
    .filter((word) => word !== '' && !titles.has(word))
  return words.slice(0, 12)
}

const isInitial = (word: string) => word.length === 1

/** One wrong letter in a word of four to seven letters, two in a longer one; the first letter must be right. */
function isSpelledAlike(one: string, other: string): boolean {
  const shortest = Math.min(one.length, other.length)
  if (shortest < 4 || one[0] !== other[0]) return false
  return distance(one, other) <= (shortest < 8 ? 1 : 2)
}

const isInitialOf = (one: string, other: string) => (isInitial(one) || isInitial(other)) && one[0] === other[0]

/** Removes words that both names have, each as often as both have it. */
function withoutCommon(ones: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return ones.filter((one) => {
    const index = left.indexOf(one)
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
}

/** Returns how many words can be paired at most, each with another word that agrees (Kuhn's augmenting paths). */
function countPairs(ones: readonly string[], others: readonly string[], agree: (one: string, other: string) => boolean): number {
  const partners = new Map<number, number>()
  const place = (one: number, tried: Set<number>): boolean =>
    others.some((other, index) => {
      if (tried.has(index) || !agree(ones[one] ?? '', other)) return false
      tried.add(index)
      const taken = partners.get(index)
      if (taken !== undefined && !place(taken, tried)) return false
      partners.set(index, one)
      return true
    })
  return ones.filter((_one, index) => place(index, new Set())).length
}

/** Compares the words of two names in any order; words that only one of them has are missing parts. */
function compareWords(ones: readonly string[], others: readonly string[]): NameFinding {
  const fewest = Math.min(ones.length, others.length)
  if (fewest === 0) return 'not comparable'
  if (ones.toSorted().join('') === others.toSorted().join('') || ones.join('') === others.join('')) return 'same'
  const [ourRest, theirRest] = [withoutCommon(ones, others), withoutCommon(others, ones)]
  const common = ones.length - ourRest.length
  const initials = common + countPairs(ourRest, theirRest, isInitialOf)
  const alike = common + countPairs(ourRest, theirRest, (one, other) => isInitialOf(one, other) || isSpelledAlike(one, other))
  const hasWord = ones.some((one) => !isInitial(one) && others.some((other) => one === other || isSpelledAlike(one, other)))
  if (!hasWord) return alike === fewest ? 'not comparable' : 'different'
  if (initials === fewest) return 'same'
  return alike === fewest ? 'spelled alike' : 'partly different'
}

/** As `compareWords`, with the family name in the first place: only that may change by marriage. */
function compareFullNames(ones: readonly string[], others: readonly string[]): NameFinding {
  const finding = compareWords(ones, others)
  if (finding !== 'partly different') return finding
  const given = compareWords(ones.slice(1), others.slice(1))
  return given === 'same' || given === 'spelled alike' ? 'other family name' : finding
}

function compareGroups(one: string, other: string): NameFinding {
  if (isHan(one) !== isHan(other)) return 'not comparable'
  if (!isHan(one)) return compareFullNames(wordsOf(one), wordsOf(other))
  // Ideographs have no spelling: one other character is another name.
  const [first, second] = [one, other].map((group) => group.normalize('NFKC').replaceAll(/[\s^]+/gu, ''))
  return first === second ? 'same' : 'different'
}

/** The best first. */
const nameFindings: readonly NameFinding[] = [
  'same',
  'spelled alike',
  'other family name',
  'partly different',
  'different',
  'not comparable',
]

/** Compares two names by the groups that agree best: one scanner may send only the ideographic group and another all of them. */
function compareNames(one: string | null, other: string | null): NameFinding {
  if (!one || !other) return 'not comparable'
  const findings = groupsOf(one).flatMap((ours) => groupsOf(other).map((theirs) => compareGroups(ours, theirs)))
  return nameFindings.find((finding) => findings.includes(finding)) ?? 'not comparable'
}

/** Days that devices write if nobody knows the birth date. */
export const placeholderBirthDates: ReadonlySet<string> = new Set(['1900-01-01', '0001-01-01', '1800-01-01'])

function isSimilarDate(one: string, other: string): boolean {
  const [year, month, day] = one.split('-')
  if (other === `${year}-${day}-${month}`) return true
  const [ours, theirs] = [one, other].map((date) => [...date.replaceAll('-', '')])
  if (!ours || !theirs) return false
  const differing = ours.flatMap((digit, index) => (digit === theirs[index] ? [] : [index]))
  const [first = 0, second = 0] = differing
  const isTransposed =
    differing.length === 2 && second === first + 1 && ours[first] === theirs[second] && ours[second] === theirs[first]
  return differing.length === 1 || isTransposed
}

function compareBirthDates(one: string | null, other: string | null): BirthDateFinding {
  if (!one || !other) return 'not comparable'
  if (one === other) return placeholderBirthDates.has(one) ? 'not comparable' : 'same'
  if (placeholderBirthDates.has(one) || placeholderBirthDates.has(other)) return 'not comparable'
  return isSimilarDate(one, other) ? 'similar' : 'different'
}

/** "Other" says nothing against male or female. */
function compareSexes(one: Identity['sex'], other: Identity['sex']): SexFinding {
  if (!one || !other || one === 'O' || other === 'O') return 'not comparable'
  return one === other ? 'same' : 'different'
}

const nameWords: Record<NameFinding, string> = {
  same: 'The names agree.',
  'spelled alike': 'The names are spelled differently.',
  'other family name': 'The family names differ.',
  'partly different': 'Only a part of the names agrees.',
  different: 'The names differ.',
  'not comparable': 'The names cannot be compared.',
}
const birthDateWords: Record<BirthDateFinding, string> = {
  same: 'The birth dates agree.',
  similar: 'The birth dates differ by a digit, or by day and month.',
  different: 'The birth dates differ.',
  'not comparable': 'A birth date is missing.',
}
const sexWords: Record<SexFinding, string> = {
  same: 'The sex agrees.',
  different: 'The sex differs.',
  'not comparable': 'The sex is missing.',
}

type Findings = { name: NameFinding; birthDate: BirthDateFinding; sex: SexFinding }

function judge({ name, birthDate, sex }: Findings): Agreement {
  if (birthDate === 'different' || sex === 'different') return 'conflicting'
  if (name === 'different' || name === 'partly different') return 'conflicting'
  if (name === 'other family name') return birthDate === 'same' ? 'unsure' : 'conflicting'
  if (birthDate === 'similar') return 'unsure'
  return name === 'not comparable' && birthDate === 'not comparable' ? 'unsure' : 'same'
}

/** Compares two identities under one patient ID. The order of the two does not matter (docs/decisions/patients/patient-identity.md). */
export function compareIdentities(one: Identity, other: Identity): Comparison {
  const findings: Findings = {
    name: compareNames(one.name, other.name),
    birthDate: compareBirthDates(one.birthDate, other.birthDate),
    sex: compareSexes(one.sex, other.sex),
  }
  const isIdentical = one.name === other.name && one.birthDate === other.birthDate && one.sex === other.sex
  const isAgreed = (field: IdentityField) => findings[field] === 'same' || findings[field] === 'not comparable'
  const reason = [nameWords[findings.name], birthDateWords[findings.birthDate], sexWords[findings.sex]].join(' ')
  const agreement = isIdentical ? 'same' : judge(findings)
  return { agreement, differing: identityFields.filter((field) => !isAgreed(field)), reason }
}
