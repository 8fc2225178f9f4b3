import type { SignedKeyImage } from '@readroom/contracts/reading/key-images'
import type { ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { ReportSnapshot, SignedCritical } from '@readroom/contracts/reading/report-versions'
import { criticalMethodLabels } from '@readroom/contracts/reports/critical-results'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { Node } from 'prosemirror-model'
import { readContent } from './content.ts'
import { imagePlaceWords } from './image-place.ts'
import { atNotSeen, notSeenSentence } from './not-seen.ts'
import { isEmptySection } from './plain-text.ts'
import { fieldAttrs } from './schema.ts'
import { isSectionId, sections } from './sections.ts'

/** A version as it is printed. Hashes are hexadecimal. */
export type PrintedVersion = {
  number: number
  kind: ReportKind
  meaning: SignatureMeaning
  content: ReportContent
  snapshot: ReportSnapshot
  signedAt: Date
  reason: string
  hash: string
}

/** `zone`: IANA name of the clinic's. `hasSignature`: there is an image of the newest signer's. */
type Printing = { zone: string; hasSignature: boolean }

type Run = { text: string; strong: boolean }
/** `rtl`: its first letter is of a script that is written from right to left. */
type Line = { runs: Run[]; rtl: boolean }
type Block =
  | ({ kind: 'paragraph' } & Line)
  | { kind: 'list'; items: Line[] }
  | { kind: 'fields'; rows: { label: string; value: string }[] }
type Part = {
  heading: string | null
  when: string
  /** `title` null: the part's heading says it. */
  sections: { title: string | null; blocks: Block[] }[]
  pictures: PrintedPicture[]
  signer: string
  specialization: string
  signed: string
  hasSignature: boolean
}

/** A key image as it is printed; its bytes are under its id. `alt`: for those who do not see it. */
export type PrintedPicture = {
  id: string
  label: string
  place: string
  caption: Line
  alt: string
  width: number
  height: number
}

/** A report as its documents show it, whatever their form; all of it is text. */
export type PrintedReport = {
  title: string
  author: string
  /** Across every page. */
  mark: string | null
  /** Whom and what it is about, in one line: on the pages that do not begin with the facts. */
  identity: string
  letterhead: { name: string; lines: string[] }
  heading: string
  subheading: string
  facts: { label: string; value: string }[]
  parts: Part[]
  footer: { left: string; right: string }
}

const rightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

function lineOf(textBlock: Node): Line {
  const runs: Run[] = []
  textBlock.forEach(({ text = '', marks }) => {
    const isStrong = marks.some(({ type }) => type.name === 'strong')
    const before = runs.at(-1)
    if (before?.strong === isStrong) before.text += text
    else runs.push({ text, strong: isStrong })
  })
  return { runs, rtl: rightToLeft.test(textBlock.textContent) }
}

function rowOf(field: Node) {
  const { label, unit } = fieldAttrs(field.attrs)
  const value = field.textContent.trim()
  return { label, value: unit === '' ? value : `${value} ${unit}` }
}

/** A section's blocks; fields that stand beside each other are one table. An empty field is left out. */
function blocksOf(section: Node): Block[] {
  const blocks: Block[] = []
  section.forEach((node) => {
    const before = blocks.at(-1)
    if (node.type.name === 'field') {
      if (node.textContent.trim() === '') return
      if (before?.kind === 'fields') before.rows.push(rowOf(node))
      else blocks.push({ kind: 'fields', rows: [rowOf(node)] })
    } else if (node.type.name === 'bulletList') {
      blocks.push({ kind: 'list', items: node.children.map(({ firstChild }) => lineOf(firstChild ?? node)) })
    } else blocks.push({ kind: 'paragraph', ...lineOf(node) })
  })
  return blocks
}

function sectionsOf({ content, snapshot }: Pick<PrintedVersion, 'content' | 'snapshot'>): Part['sections'] {
  const printed: Part['sections'] = []
  readContent(content).forEach((section) => {
    const { id } = section.attrs
    if (isSectionId(id) && !isEmptySection(section)) printed.push({ title: sections[id].title, blocks: blocksOf(section) })
  })
  const sentence = notSeenSentence(snapshot.notSeen)
  if (sentence === '') return printed
  const paragraph: Block = { kind: 'paragraph', ...lineIn(sentence, true) }
  return atNotSeen(printed, (section) => ({ ...section, blocks: [...section.blocks, paragraph] }))
}

/** An instant as the clinic reads it. */
const shownInstant = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(at).replace(',', '')
const shownDate = (date: string | null) => date?.split('-').reverse().join('/') ?? ''

const lineIn = (text: string, strong = false): Line => ({ runs: [{ text, strong }], rtl: rightToLeft.test(text) })

/** Returns the finding and the people who were told. Accreditation wants who told whom, when and how (ACR 2020 V.C). */
function criticalBlocks({ category, finding, markedBy, foundAt, told, acknowledged }: SignedCritical, zone: string): Block[] {
  const at = (instant: string) => shownInstant(new Date(instant), zone)
  const lines = [
    `Found ${at(foundAt)} by ${markedBy}`,
    ...told.map(({ name, telephone, method, by, at: when }) => {
      const whom = telephone === '' ? name : `${name} (${telephone})`
      return `${whom} told ${criticalMethodLabels[method]} ${at(when)} by ${by}`
    }),
    acknowledged ? `Acknowledged ${at(acknowledged.at)} by ${acknowledged.name}` : 'Not acknowledged at signing',
  ]
  return [
    { kind: 'paragraph', ...lineIn(`Critical result, category ${category}: ${finding}`, true) },
    { kind: 'list', items: lines.map((line) => lineIn(line)) },
  ]
}

/** Adds the records of critical results behind the written text of their communication. */
function withCriticals(printed: Part['sections'], criticals: readonly SignedCritical[], zone: string): Part['sections'] {
  if (criticals.length === 0) return printed
  const { title } = sections.communication
  const blocks = criticals.flatMap((critical) => criticalBlocks(critical, zone))
  const isThere = printed.some((section) => section.title === title)
  if (!isThere) return [...printed, { title, blocks }]
  return printed.map((section) => (section.title === title ? { title, blocks: [...section.blocks, ...blocks] } : section))
}

function pictureOf({ id, caption, series, image, frame, width, height }: SignedKeyImage, index: number): PrintedPicture {
  const label = `Key image ${index + 1}`
  const place = imagePlaceWords({ series, image, frame })
  const alt = [place === '' ? 'Picture' : `Picture of ${place}`, caption].filter(Boolean).join(': ')
  return { id, label, place, caption: lineIn(caption), alt, width, height }
}

const authorOf: Record<ReportKind, string> = {
  original: 'author of the report',
  addendum: 'author of the addendum',
  correction: 'author of the correction',
}
/** Says who signed a text when, and who wrote it if that was not the signer alone. */
function signedWords({ kind, snapshot }: PrintedVersion, when: string, zone: string): string {
  const { writers = [] } = snapshot
  if (writers.length === 0) return `Signed ${when} (${zone}) as ${authorOf[kind]}`
  return `Signed ${when} (${zone}). Written by ${writers.map(({ name }) => name).join(', ')}`
}

const headings: Record<ReportKind, string> = { original: 'Final report', addendum: 'Addendum', correction: 'Corrected report' }

/** `before`: what is printed above it. */
function partOf(version: PrintedVersion, before: PrintedVersion | undefined, { zone, hasSignature }: Printing): Part {
  const isFirst = before === undefined
  const { kind, snapshot, signedAt } = version
  const { name, specialization } = snapshot.signer
  const when = shownInstant(signedAt, zone)
  const written = sectionsOf(version)
  const printed = isFirst || kind !== 'addendum' ? written : written.map((section) => ({ ...section, title: null }))
  const told = new Set(before?.snapshot.criticalResults?.map((critical) => JSON.stringify(critical)))
  const criticals = (snapshot.criticalResults ?? []).filter((critical) => !told.has(JSON.stringify(critical)))
  return {
    heading: isFirst ? null : headings[kind],
    when: isFirst ? '' : when,
    sections: withCriticals(printed, criticals, zone),
    pictures: (snapshot.keyImages ?? []).map(pictureOf),
    signer: name,
    specialization,
    signed: signedWords(version, when, zone),
    hasSignature,
  }
}

function letterheadLines(laboratory: ReportSnapshot['laboratory']): string[] {
  if (!laboratory) return []
  const { address, phone, email } = laboratory
  return [address.replaceAll('\n', ', '), [phone, email].filter(Boolean).join(', ')].filter(Boolean)
}

/** Returns the names of those who wrote a text. */
const authorsOf = ({ writers = [], signer }: ReportSnapshot): string[] =>
  writers.length > 0 ? writers.map(({ name }) => name) : [signer.name]

const sexes = { M: 'M', F: 'F', O: 'Other' } as const

function factsOf({ patient, study }: ReportSnapshot) {
  const facts = [
    ['Patient', patient.name],
    ['Study', study.description],
    ['Patient ID', patient.id],
    ['Study date', [shownDate(study.studyDate), study.studyTime?.slice(0, 5)].filter(Boolean).join(' ')],
    ['Date of birth', shownDate(patient.birthDate)],
    ['Accession', study.accessionNumber],
    ['Age/sex', [patient.age, patient.sex && sexes[patient.sex]].filter(Boolean).join(' / ')],
    ['Referred by', study.referringPhysician],
  ] as const
  return facts.map(([label, value]) => ({ label, value: value || 'N/A' }))
}

/** A page that comes apart from the others still says whose it is. */
const identityOf = ({ patient, study }: ReportSnapshot): string =>
  [
    patient.name || 'N/A',
    `ID ${patient.id || 'N/A'}`,
    `born ${shownDate(patient.birthDate) || 'N/A'}`,
    `accession ${study.accessionNumber || 'N/A'}`,
  ].join(' · ')

function headingOf({ kind, meaning, snapshot }: PrintedVersion): string {
  if (meaning === 'preliminary') return 'Preliminary report'
  if (snapshot.uploaded) return 'Addendum'
  return kind === 'correction' ? 'Corrected report' : 'Radiology report'
}

/** Returns the versions that are printed together: an addendum with its report and the earlier addenda; for an uploaded report, its addenda. */
export function printedWith(newest: PrintedVersion, chain: readonly PrintedVersion[]): PrintedVersion[] {
  const alike = chain.filter(({ meaning }) => meaning === newest.meaning)
  const { uploaded } = newest.snapshot
  if (uploaded) return alike.filter(({ snapshot }) => snapshot.uploaded?.reportId === uploaded.reportId)
  return alike.slice(
    Math.max(
      alike.findLastIndex(({ kind }) => kind !== 'addendum'),
      0,
    ),
  )
}

/** Returns the first page's note about addenda, which stand behind the report. `when`: the time of each, the oldest first. */
function addendaWords(when: readonly string[]): string {
  if (when.length === 0) return ''
  return when.length === 1 ? `with addendum of ${when[0]}` : `with ${when.length} addenda, the last of ${when.at(-1)}`
}

/**
 * The document of a version. `chain`: what was signed of the study up to it, oldest first; an addendum is printed below the report that it adds to.
 * Throws RangeError if nothing was signed.
 */
export function printedReport(chain: readonly PrintedVersion[], { zone, hasSignature }: Printing): PrintedReport {
  const newest = chain.at(-1)
  if (!newest) throw new RangeError('nothing was signed')
  const shown = printedWith(newest, chain)
  const { snapshot, number, hash, reason, kind } = newest
  const { laboratory, study, uploaded } = snapshot
  const addenda = shown.filter((version) => version.kind === 'addendum')
  const more = [
    uploaded
      ? `Addendum to ${uploaded.fileName} of ${shownInstant(new Date(uploaded.at), zone)}`
      : addendaWords(addenda.map(({ signedAt }) => shownInstant(signedAt, zone))),
    kind === 'correction' && `corrected: ${reason}`,
  ].filter(Boolean)
  return {
    title: `${headingOf(newest)}, version ${number}`,
    author: authorsOf(snapshot).join(', '),
    mark: newest.meaning === 'preliminary' ? 'PRELIMINARY' : null,
    identity: identityOf(snapshot),
    letterhead: {
      name: laboratory?.name ?? 'N/A',
      lines: letterheadLines(laboratory),
    },
    heading: headingOf(newest),
    subheading: [`Version ${number}`, ...more].join(', '),
    facts: factsOf(snapshot),
    parts: shown.map((version, index) =>
      partOf(version, shown[index - 1], { zone, hasSignature: hasSignature && version === newest }),
    ),
    footer: { left: [study.accessionNumber, `version ${number}`].filter(Boolean).join(', '), right: `SHA-256 ${hash}` },
  }
}
