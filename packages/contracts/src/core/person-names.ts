/**
 * A person's name is kept as one text as DICOM writes it (PS3.5 section 6.2.1): `Family^Given^Middle^Prefix^Suffix`, and behind `=` the same in
 * ideographs and in phonetic script. A name without `^` and groups has no parts: it stays one text (docs/decisions/patients/person-names.md).
 */

export const nameParts = ['family', 'given', 'middle', 'prefix', 'suffix'] as const
export const nameGroups = ['alphabetic', 'ideographic', 'phonetic'] as const
export type NamePart = (typeof nameParts)[number]
export type NameGroup = (typeof nameGroups)[number]

/** A name in one script. A missing part is empty. */
export type GroupOfName = Record<NamePart, string>
export type PersonName = Record<NameGroup, GroupOfName>

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

const isAscii = (text: string): boolean => [...text].every((character) => character <= '\x7f')
const wordsOf = (group: string) => oneLine(group.replaceAll('^', ' '))

/**
 * Returns the groups of a name. `=` is a sign like any other if what stands behind it is no second script: four groups, an empty first one before plain
 * letters (`=cmd()`), or other words in plain letters (`A=B`). Senders that know no script repeat the first group. The database has the same function
 * (`name_groups` in programs/person_names.sql).
 */
function splitGroups(name: string): string[] {
  const [first = '', ...others] = name.split('=')
  const said = others.filter((group) => wordsOf(group) !== '')
  const areScripts = others.length <= 2 && said.every((group) => !isAscii(group) || wordsOf(group) === wordsOf(first))
  return areScripts ? [first, ...others] : [name]
}

/** Returns true if the parts of a name are told apart. A single word is a family name. */
const isStructured = (name: string): boolean => name.includes('^') || splitGroups(name).length > 1 || !/\s/u.test(name.trim())

function readGroup(text: string): GroupOfName {
  const [family = '', given = '', middle = '', prefix = '', ...rest] = text.split('^').map(oneLine)
  // A sixth part is one too many. It stands beside the suffix, so that nothing is lost.
  return { family, given, middle, prefix, suffix: oneLine(rest.join(' ')) }
}

/** Reads the parts of a name. Of a name without parts, all is the family name. */
export function readName(name: string): PersonName {
  const [alphabetic = '', ideographic = '', phonetic = ''] = splitGroups(name)
  return { alphabetic: readGroup(alphabetic), ideographic: readGroup(ideographic), phonetic: readGroup(phonetic) }
}

const joined = (texts: readonly string[], separator: string) =>
  texts.slice(0, texts.findLastIndex((text) => text !== '') + 1).join(separator)

const writeGroup = (group: GroupOfName) =>
  joined(
    nameParts.map((part) => group[part]),
    '^',
  )

/** A family name of several words is no name without parts: a delimiter says so. */
const marked = (name: string) => (name === '' || isStructured(name) ? name : `${name}^`)

/** Returns the text of a name, without delimiters at the end of a group and of the name. The parts must not contain `^`, `=` or a backslash. */
export const writeName = (name: PersonName): string =>
  marked(
    joined(
      nameGroups.map((group) => writeGroup(name[group])),
      '=',
    ),
  )

/** Returns the words of each group, each text once. */
const groupsOf = (name: string): string[] => {
  const groups = splitGroups(name).map(wordsOf)
  return [...new Set(groups.filter((group) => group !== ''))]
}

/**
 * Returns a name for lists: parts in their own order, family name first, and other scripts in brackets: `Yamada Tarou (山田 太郎, やまだ たろう)`. The
 * database has the same function (`shown_name` in programs/person_names.sql). Null if nothing of the name can be read.
 */
export function rowName(name: string | null): string | null {
  const [first, ...others] = groupsOf(name ?? '')
  if (first === undefined) return null
  return others.length > 0 ? `${first} (${others.join(', ')})` : first
}

/** The longest component group of PN. */
const longestGroup = 64

/** Returns a name as a value of PN: each group has 64 characters at most, and no control characters. */
export const dicomName = (name: string | null): string =>
  joined(
    splitGroups(name ?? '').map((group) => [...group.replace(/[\\\p{Cc}]+/gu, ' ').trim()].slice(0, longestGroup).join('')),
    '=',
  )

/** HL7 table 0465, the representation of each group. */
const representations: Record<NameGroup, string> = { alphabetic: 'A', ideographic: 'I', phonetic: 'P' }

const filledGroups = (name: PersonName) => nameGroups.filter((group) => nameParts.some((part) => name[group][part] !== ''))

/**
 * Returns the components of a name for HL7 (XPN), one list for each repetition: family, given, middle, suffix, prefix, and the script where it is not the
 * alphabetic one alone. A name without parts is a family name.
 */
export function hl7Names(name: string | null): string[][] {
  const read = readName(name ?? '')
  const groups = filledGroups(read)
  const isPlain = groups.length === 1 && groups[0] === 'alphabetic'
  return groups.map((group) => {
    const { family, given, middle, prefix, suffix } = read[group]
    const written = [family, given, middle, suffix, prefix]
    return isPlain ? written : [...written, '', 'L', representations[group]]
  })
}

/**
 * Returns the components of a doctor for HL7 (XCN), one list for each script: the number, the parts of the name, and the organisation that gave the number.
 * A name that is the number alone is no name.
 */
export function hl7Doctors(name: string | null, number: { number: string; authority: string | null } | null): string[][] {
  const { number: id = '', authority = '' } = number ?? {}
  const names = name === id ? [] : hl7Names(name)
  if (names.length === 0) return id === '' ? [] : [[id, '', '', '', '', '', '', '', authority ?? '']]
  return names.map(([family = '', given = '', middle = '', suffix = '', prefix = '', degree = '', type = '', script = '']) => {
    const written = [id, family, given, middle, suffix, prefix, degree, '', authority ?? '']
    return script === '' ? written : [...written, type, '', '', '', '', script]
  })
}

/** ISO 21090's code of each script, as FHIR extends a name with it. */
const scripts: Record<NameGroup, string> = { alphabetic: 'ABC', ideographic: 'IDE', phonetic: 'SYL' }
const scriptExtension = 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-representation'

/** A name as FHIR R4 has it, as far as we read it. */
export type HumanName = {
  use?: string | undefined
  text?: string | undefined
  family?: string | undefined
  given?: string[] | undefined
  prefix?: string[] | undefined
  suffix?: string[] | undefined
  extension?: { url: string; valueCode?: string | undefined }[] | undefined
}

type WrittenHumanName = {
  text: string
  family?: string
  given?: string[]
  prefix?: string[]
  suffix?: string[]
  extension?: { url: string; valueCode: string }[]
}

const listed = <K extends string>(key: K, texts: readonly string[]): { [P in K]?: string[] } => {
  const field: { [P in K]?: string[] } = {}
  const said = texts.filter((text) => text !== '')
  if (said.length > 0) field[key] = said
  return field
}

/** Returns a name for FHIR, one for each script. A name without parts has its text alone. */
export function humanNames(name: string | null): WrittenHumanName[] {
  const text = rowName(name)
  if (name === null || text === null) return []
  if (!isStructured(name)) return [{ text }]
  const read = readName(name)
  const groups = filledGroups(read)
  const isPlain = groups.length === 1 && groups[0] === 'alphabetic'
  return groups.map((group) => {
    const { family, given, middle, prefix, suffix } = read[group]
    return {
      ...(!isPlain && { extension: [{ url: scriptExtension, valueCode: scripts[group] }] }),
      text: oneLine(nameParts.map((part) => read[group][part]).join(' ')),
      ...(family !== '' && { family }),
      ...listed('given', [given, middle]),
      ...listed('prefix', [prefix]),
      ...listed('suffix', [suffix]),
    }
  })
}

/** Delimiters of PN inside a part would make other parts of it. */
const plain = (text: string) => oneLine(text.replace(/[\^\\]/g, ' '))

/** Joins groups to a name. Signs within them that would make other groups of it become blanks. */
function joinGroups(groups: readonly string[]): string {
  const whole = joined(groups, '=')
  const count = groups.findLastIndex((group) => group !== '') + 1
  if (splitGroups(whole).length === Math.max(count, 1)) return whole
  return joined(
    groups.map((group) => oneLine(group.replaceAll('=', ' '))),
    '=',
  )
}

/** Uses of names that a person had, or is called besides. */
const otherUses = new Set(['old', 'maiden', 'nickname', 'anonymous'])

/** Returns the names of present use, the official ones first; all if there are no others. */
function presentNames(all: readonly HumanName[]): readonly HumanName[] {
  const present = all.filter(({ use = '' }) => !otherUses.has(use))
  const isOfficial = ({ use }: HumanName) => use === 'official'
  return present.length === 0 ? all : [...present.filter(isOfficial), ...present.filter((name) => !isOfficial(name))]
}

/** Reads the names of a person of FHIR: one for each script, the first of a script. A name with a text alone has no parts. Null if there is none. */
export function readHumanNames(all: readonly HumanName[]): string | null {
  const names = presentNames(all)
  const told = (name: HumanName) => name.extension?.find(({ url }) => url === scriptExtension)?.valueCode
  const said = nameGroups.map((group) =>
    names.find((name) => told(name) === scripts[group] || (group === 'alphabetic' && told(name) === undefined)),
  )
  const parts = said.map((name): GroupOfName => {
    const [given = '', ...middle] = name?.given ?? []
    const lists = { middle, prefix: name?.prefix ?? [], suffix: name?.suffix ?? [] }
    return {
      family: plain(name?.family ?? ''),
      given: plain(given),
      middle: plain(lists.middle.join(' ')),
      prefix: plain(lists.prefix.join(' ')),
      suffix: plain(lists.suffix.join(' ')),
    }
  })
  const hasParts = parts.some((group) => nameParts.some((part) => group[part] !== ''))
  const groups = parts.map((group, at) => writeGroup(group) || plain(said[at]?.text ?? ''))
  const whole = joinGroups(groups)
  if (whole === '') return null
  return hasParts ? marked(whole) : whole
}
