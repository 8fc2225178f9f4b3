import type { Sex } from '@readroom/contracts/core/primitives'
import type { Confirmation } from '@readroom/contracts/reading/report-drafts'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { Node } from 'prosemirror-model'
import { unknownCategories, unlistedValue } from './category-values.ts'
import { contradictionsOf } from './contradictions/contradictions.ts'
import { placedText } from './contradictions/report-texts.ts'
import { isOfOtherSide, type Side } from './laterality.ts'
import { isEmptySection } from './plain-text.ts'
import { implausibleNumbers, implausibleValue } from './plausible-values.ts'
import { unprintable } from './printable.ts'
import { ofUnknownPrior } from './prior-words.ts'
import { fieldAttrs } from './schema.ts'
import { isSectionId, type SectionId, sections, sectionsOf } from './sections.ts'
import { wordsOfOtherSex } from './sex-words.ts'
import { inSidedField, ofOtherSide, type Sided, sideOfReport, sidesDiffer } from './side-checks.ts'

/** The facts that the text is compared with. */
export type Subject = {
  kind: ReportKind
  description: string | null
  sex: Sex | null
  /** The images are others than those that were there when the report was begun. */
  imagesChanged: boolean
  /** A report was uploaded since the report was begun. */
  hasNewReport: boolean
  /** Other printed texts: names and descriptions of the record. */
  record: readonly string[]
  /** Of the key images, in their order. */
  captions: readonly string[]
  /** The one side that the headers of all images name; null if they name none, or both. */
  imageSide: Side | null
  /** False if no other study of the patient is known. Missing if that was not looked up. */
  hasPriors?: boolean | undefined
  /** Why the text's template is for other studies (`templateMismatch`); null if it fits. Missing if that was not looked up. */
  misfit?: string | null | undefined
}

/** `blocks`: the report cannot be signed so. `confirm`: the signer must confirm it. `tell`: it prints as it is. */
export type Severity = 'blocks' | 'confirm' | 'tell'

export type Finding = {
  severity: Severity
  /** The name of the confirmation that is needed; null if none is. */
  code: Confirmation | null
  section: SectionId | null
  /** The place in the report, in ProseMirror's positions; `from` equals `to` if it is a single point. */
  from: number
  to: number
  /** For the writer. */
  message: string
}

type Place = Pick<Finding, 'section' | 'from' | 'to'>

/**
 * Text that a template or a dictation leaves to be filled: `[...]`, `***`, `___`. A bracket ends at the next one, so that every character is
 * looked at once.
 */
const leftover = /\[[^[\]\n]*\]|\*{3,}|_{3,}/g

/** A text block shortcut that was typed and not expanded. */
const shortWord = /(?:^|[\s([{"'“])(?<word>\.\p{L}[\p{L}\p{M}\p{N}-]+)/gu

/** Finds shortcuts that were not expanded, as places in a text. */
const foundShortWords = (text: string) =>
  [...text.matchAll(shortWord)].map(({ index, 0: match, groups }) => {
    const word = groups?.word ?? ''
    const to = index + match.length
    return { word, from: to - word.length, to }
  })

/** The words of a text that a pattern finds, as places in it. */
function found(pattern: RegExp, text: string, section: SectionId): (Place & { word: string })[] {
  return [...text.matchAll(pattern)].map((match) => {
    const [word] = match
    return { section, from: match.index, to: match.index + word.length, word }
  })
}

/** A character that may have no picture here either. */
const named = (character: string) => `“${character}” (U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')})`

/** The sections that speak of earlier studies. */
const compared: ReadonlySet<SectionId> = new Set(['comparison', 'findings', 'impression', 'addendum'])
const ofSide = { severity: 'confirm', code: 'side' } as const
const contradictory = { severity: 'confirm', code: 'contradiction' } as const
const nowhere = { section: null, from: 0, to: 0 } as const

function ofRecord(record: readonly string[]): Finding[] {
  const characters = new Set(record.flatMap((text) => unprintable(text).map(({ character }) => character)))
  return [...characters].map((character) => ({
    ...nowhere,
    severity: 'blocks',
    code: null,
    message: `${named(character)} in the record of the patient or the study cannot be printed.`,
  }))
}

const ofCaptions = (captions: readonly string[]): Finding[] =>
  captions.flatMap((caption, index) =>
    [...new Set(unprintable(caption).map(({ character }) => character))].map((character) => ({
      ...nowhere,
      severity: 'blocks' as const,
      code: null,
      message: `${named(character)} in the caption of key image ${index + 1} cannot be printed.`,
    })),
  )

/** Findings in the text of one block, their places counted from its beginning. */
function ofText(text: string, section: SectionId, subject: Subject, examined: Sided | null): Finding[] {
  const findings: Finding[] = found(leftover, text, section).map(({ word, ...place }) => ({
    ...place,
    severity: 'confirm',
    code: 'leftover',
    message: `“${word}” has not been filled in.`,
  }))
  for (const { word, from, to } of foundShortWords(text)) {
    const message = `“${word}” is a text block shortcut that was not expanded.`
    findings.push({ severity: 'confirm', code: 'leftover', section, from, to, message })
  }
  if (examined !== null && section !== 'comparison')
    findings.push(...ofOtherSide(text, examined).map((place) => ({ ...place, section, ...ofSide })))
  if (subject.hasPriors === false && compared.has(section))
    findings.push(...ofUnknownPrior(text).map((place) => ({ ...place, section, ...contradictory })))
  const values = section === 'technique' ? [] : implausibleNumbers(text)
  for (const place of unknownCategories(text)) findings.push({ ...place, section, severity: 'confirm', code: 'contradiction' })
  for (const { isImpossible, ...place } of values)
    findings.push({ ...place, section, ...(isImpossible ? { severity: 'blocks', code: null } : contradictory) })
  for (const { character, index } of unprintable(text))
    findings.push({
      severity: 'blocks',
      code: null,
      section,
      from: index,
      to: index + character.length,
      message: `${named(character)} cannot be printed.`,
    })
  const { pattern, of } = wordsOfOtherSex(subject.sex)
  if (pattern)
    for (const { word, ...place } of found(pattern, text, section))
      findings.push({ ...place, severity: 'confirm', code: 'sex', message: `“${word}” in a ${of} patient.` })
  return findings
}

/** A text block is the same object until it is written in: what was found in it is kept for as long as it stands. */
const known = new WeakMap<Node, { key: string; findings: Finding[] }>()

function ofBlock(block: Node, start: number, section: SectionId, subject: Subject, examined: Sided | null): Finding[] {
  const key = JSON.stringify([section, examined, subject.sex, subject.hasPriors])
  const kept = known.get(block)
  const findings = kept?.key === key ? kept.findings : ofText(block.textContent, section, subject, examined)
  known.set(block, { key, findings })
  return findings.map((finding) => ({ ...finding, from: start + finding.from, to: start + finding.to }))
}

/** A number that cannot be, or a value that its field does not list. A category that does not exist is never right; another choice may be described in free words. */
function ofValue(field: Node, position: number, section: SectionId): Finding[] {
  const attrs = fieldAttrs(field.attrs)
  const place = { section, from: position + 1, to: position + 1 + field.content.size }
  const implausible = implausibleValue(attrs, field.textContent)
  if (implausible) {
    const { isImpossible, message } = implausible
    return [isImpossible ? { ...place, severity: 'blocks', code: null, message } : { ...place, ...contradictory, message }]
  }
  const unlisted = unlistedValue(attrs, field.textContent)
  if (!unlisted) return []
  const { isCategory, message } = unlisted
  return [{ ...place, severity: isCategory ? 'blocks' : 'tell', code: null, message }]
}

function ofField(field: Node, position: number, section: SectionId, examined: Sided | null): Finding[] {
  const { label, completion } = fieldAttrs(field.attrs)
  const text = field.textContent
  if (text.trim() !== '')
    return [
      ...ofValue(field, position, section),
      ...inSidedField(label, text, examined).map(({ from, to, message }) => {
        return { ...ofSide, section, from: position + 1 + from, to: position + 1 + to, message }
      }),
    ]
  const place = { section, from: position + 1, to: position + 1 }
  const table = {
    prohibit: { severity: 'blocks', code: null, message: `${label} must be filled in.` },
    alert: { severity: 'confirm', code: 'unfilled', message: `${label} is not filled in.` },
    none: { severity: 'tell', code: null, message: `${label} is not filled in, and is left out of the report.` },
  } as const
  return [{ ...place, ...table[completion] }]
}

function ofSection(section: Node, position: number, subject: Subject, examined: Sided | null): Finding[] {
  const { id } = section.attrs
  if (!isSectionId(id)) return []
  const findings: Finding[] = []
  const place = { section: id, from: position + 1, to: position + 1 }
  if (sectionsOf[subject.kind].required.includes(id) && isEmptySection(section))
    findings.push({ ...place, severity: 'blocks', code: null, message: `${sections[id].title} is empty.` })
  section.descendants((node, offset) => {
    const at = position + 1 + offset
    if (node.type.name === 'field') findings.push(...ofField(node, at, id, examined))
    const isOther = node.type.name === 'field' && isOfOtherSide(fieldAttrs(node.attrs).label)
    if (node.isTextblock) findings.push(...ofBlock(node, at + 1, id, subject, isOther ? null : examined))
    return !node.isTextblock
  })
  return findings
}

/** Statements of the whole report that contradict each other. */
function ofContradictions(report: Node, { description }: Subject, examined: Sided | null): Finding[] {
  const parts = {
    technique: placedText(report, 'technique'),
    comparison: placedText(report, 'comparison'),
    findings: placedText(report, 'findings'),
    impression: placedText(report, 'impression'),
    recommendation: placedText(report, 'recommendation'),
  }
  const { technique, comparison, findings, impression, recommendation } = parts
  return contradictionsOf({
    description: description ?? '',
    isOneSided: examined !== null,
    technique: technique.text,
    comparison: comparison.text,
    findings: findings.text,
    impression: impression.text,
    recommendation: recommendation.text,
  }).map(({ part, from, to, message }) => ({
    severity: 'confirm',
    code: 'contradiction',
    section: part,
    from: parts[part].positionOf(from),
    to: parts[part].positionOf(to),
    message,
  }))
}

/**
 * Returns the obstacles to signing a report, and the confirmations that it needs; in the order of the text. Editor and server call the same check.
 * Warnings are about words: the signer decides.
 */
export function checkReport(report: Node, subject: Subject): Finding[] {
  const findings: Finding[] = [...ofRecord(subject.record), ...ofCaptions(subject.captions)]
  const changed = subject.captions.length > 0 ? 'them and the key images' : 'them'
  if (subject.imagesChanged)
    findings.push({
      ...nowhere,
      severity: 'confirm',
      code: 'images',
      message: `Images arrived or changed after this report was started. Review ${changed} before signing.`,
    })
  if (subject.hasNewReport)
    findings.push({
      ...nowhere,
      severity: 'confirm',
      code: 'report',
      message: 'A report was uploaded after this text was started. Read it before signing.',
    })
  if (subject.misfit) findings.push({ ...nowhere, severity: 'confirm', code: 'template', message: subject.misfit })
  const examined = sideOfReport(report, subject)
  const sides = sidesDiffer(subject)
  if (sides !== null) findings.push({ ...nowhere, ...ofSide, message: sides })
  const present = new Set<unknown>()
  report.forEach((section, position) => {
    present.add(section.attrs.id)
    findings.push(...ofSection(section, position, subject, examined))
  })
  for (const id of sectionsOf[subject.kind].required)
    if (!present.has(id))
      findings.push({
        ...nowhere,
        severity: 'blocks',
        code: null,
        message: `${sections[id].title} is missing.`,
      })
  const marked = findings.filter(({ code }) => code === 'side')
  // A word of the other side is asked about once.
  const isMarked = ({ section, from, to }: Finding) =>
    marked.some((one) => one.section === section && one.from < to && from < one.to)
  findings.push(...ofContradictions(report, subject, examined).filter((one) => !isMarked(one)))
  return findings
}
