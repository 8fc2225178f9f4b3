/** A name as DICOM writes it, and as each place outside has it. */
export type NamedCase = {
  kind: string
  /** As it came, and is stored. */
  pn: string
  row: string | null
  /** PN as we write it, if it is not as it came. */
  dicom?: string
  /** The repetitions of XPN. */
  hl7: string[][]
  fhir: Record<string, unknown>[]
}

const script = (valueCode: string) => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-representation', valueCode }],
})

const long = 'Wolfeschlegelsteinhausenbergerdorff'

/** Names of many countries and of careless senders. */
export const namedCases: readonly NamedCase[] = [
  {
    kind: 'Western with prefix and suffix',
    pn: 'Two^Jimmy^^Mr.^PhD',
    row: 'Two Jimmy Mr. PhD',
    hl7: [['Two', 'Jimmy', '', 'PhD', 'Mr.']],
    fhir: [{ text: 'Two Jimmy Mr. PhD', family: 'Two', given: ['Jimmy'], prefix: ['Mr.'], suffix: ['PhD'] }],
  },
  {
    kind: 'Spanish with two family names',
    pn: 'García López^María José',
    row: 'García López María José',
    hl7: [['García López', 'María José', '', '', '']],
    fhir: [{ text: 'García López María José', family: 'García López', given: ['María José'] }],
  },
  {
    kind: 'Hungarian with a doctor’s prefix',
    pn: 'Szent-Györgyi^Albert^^Dr.',
    row: 'Szent-Györgyi Albert Dr.',
    hl7: [['Szent-Györgyi', 'Albert', '', '', 'Dr.']],
    fhir: [{ text: 'Szent-Györgyi Albert Dr.', family: 'Szent-Györgyi', given: ['Albert'], prefix: ['Dr.'] }],
  },
  {
    kind: 'Japanese in three scripts',
    pn: 'YAMADA^HANAKO=山田^花子=やまだ^はなこ',
    row: 'YAMADA HANAKO (山田 花子, やまだ はなこ)',
    hl7: [
      ['YAMADA', 'HANAKO', '', '', '', '', 'L', 'A'],
      ['山田', '花子', '', '', '', '', 'L', 'I'],
      ['やまだ', 'はなこ', '', '', '', '', 'L', 'P'],
    ],
    fhir: [
      { ...script('ABC'), text: 'YAMADA HANAKO', family: 'YAMADA', given: ['HANAKO'] },
      { ...script('IDE'), text: '山田 花子', family: '山田', given: ['花子'] },
      { ...script('SYL'), text: 'やまだ はなこ', family: 'やまだ', given: ['はなこ'] },
    ],
  },
  {
    kind: 'Chinese in two scripts',
    pn: 'Wang^XiaoDong=王^小東',
    row: 'Wang XiaoDong (王 小東)',
    hl7: [
      ['Wang', 'XiaoDong', '', '', '', '', 'L', 'A'],
      ['王', '小東', '', '', '', '', 'L', 'I'],
    ],
    fhir: [
      { ...script('ABC'), text: 'Wang XiaoDong', family: 'Wang', given: ['XiaoDong'] },
      { ...script('IDE'), text: '王 小東', family: '王', given: ['小東'] },
    ],
  },
  {
    kind: 'Arabic',
    pn: 'قباني^لنزار',
    row: 'قباني لنزار',
    hl7: [['قباني', 'لنزار', '', '', '']],
    fhir: [{ text: 'قباني لنزار', family: 'قباني', given: ['لنزار'] }],
  },
  {
    kind: 'Indonesian of one word',
    pn: 'Suharto',
    row: 'Suharto',
    hl7: [['Suharto', '', '', '', '']],
    fhir: [{ text: 'Suharto', family: 'Suharto' }],
  },
  {
    kind: 'without parts',
    pn: 'Doe Jane Ann',
    row: 'Doe Jane Ann',
    hl7: [['Doe Jane Ann', '', '', '', '']],
    fhir: [{ text: 'Doe Jane Ann' }],
  },
  {
    kind: 'of a prefix alone',
    pn: '^^^Dr',
    row: 'Dr',
    hl7: [['', '', '', '', 'Dr']],
    fhir: [{ text: 'Dr', prefix: ['Dr'] }],
  },
  {
    kind: 'with carets in odd places',
    pn: '^Jane^^^ ^MD^',
    row: 'Jane MD',
    hl7: [['', 'Jane', '', 'MD', '']],
    fhir: [{ text: 'Jane MD', given: ['Jane'], suffix: ['MD'] }],
  },
  {
    kind: 'with an empty first script',
    pn: '=山田^花子',
    row: '山田 花子',
    hl7: [['山田', '花子', '', '', '', '', 'L', 'I']],
    fhir: [{ ...script('IDE'), text: '山田 花子', family: '山田', given: ['花子'] }],
  },
  {
    kind: 'longer than 64 characters',
    pn: `${long}^${long}`,
    row: `${long} ${long}`,
    dicom: `${long}^${long}`.slice(0, 64),
    hl7: [[long, long, '', '', '']],
    fhir: [{ text: `${long} ${long}`, family: long, given: [long] }],
  },
  {
    kind: 'that looks like a formula',
    pn: '=cmd()',
    row: '=cmd()',
    hl7: [['=cmd()', '', '', '', '']],
    fhir: [{ text: '=cmd()', family: '=cmd()' }],
  },
  {
    kind: 'with an equals sign between words',
    pn: 'Smith=Jones^Ann',
    row: 'Smith=Jones Ann',
    hl7: [['Smith=Jones', 'Ann', '', '', '']],
    fhir: [{ text: 'Smith=Jones Ann', family: 'Smith=Jones', given: ['Ann'] }],
  },
  {
    kind: 'repeated in each script',
    pn: 'Kim^Min=Kim^Min',
    row: 'Kim Min',
    hl7: [
      ['Kim', 'Min', '', '', '', '', 'L', 'A'],
      ['Kim', 'Min', '', '', '', '', 'L', 'I'],
    ],
    fhir: [
      { ...script('ABC'), text: 'Kim Min', family: 'Kim', given: ['Min'] },
      { ...script('IDE'), text: 'Kim Min', family: 'Kim', given: ['Min'] },
    ],
  },
  {
    kind: 'with apostrophes',
    pn: "O'Brien-D’Arcy^Ta'Niyah",
    row: "O'Brien-D’Arcy Ta'Niyah",
    hl7: [["O'Brien-D’Arcy", "Ta'Niyah", '', '', '']],
    fhir: [{ text: "O'Brien-D’Arcy Ta'Niyah", family: "O'Brien-D’Arcy", given: ["Ta'Niyah"] }],
  },
]
