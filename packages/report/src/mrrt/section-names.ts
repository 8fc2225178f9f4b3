import { isSectionId, type SectionId, sections } from '../sections.ts'
import { attributeOf, elementsOf, lineOf, parseHtml } from './html-tree.ts'

const ids = Object.keys(sections).filter(isSectionId)

/** Codes that mean a section of ours beside its own (IHE RAD Imaging Diagnostic Report, HL7 Europe). */
const otherCodes: Record<string, SectionId> = {
  '11329-0': 'clinicalInformation',
  '18785-6': 'clinicalInformation',
  '55115-0': 'clinicalInformation',
}

/** Names of sections in templates, in small letters without spaces. */
const otherNames: Record<string, SectionId> = {
  clinicalhistory: 'clinicalInformation',
  history: 'clinicalInformation',
  indication: 'clinicalInformation',
  procedure: 'technique',
  procedureinformation: 'technique',
  comparisons: 'comparison',
  finding: 'findings',
  observations: 'findings',
  impressions: 'impression',
  conclusion: 'impression',
  summary: 'impression',
  recommendations: 'recommendation',
  communications: 'communication',
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}]/gu, '')

/** The section of a LOINC code, or null. */
const byCode = (code: string): SectionId | null => ids.find((id) => sections[id].loinc === code) ?? otherCodes[code] ?? null

/** The section that something is called like, or null. */
export const sectionByName = (name: string): SectionId | null =>
  ids.find((id) => plain(sections[id].title) === plain(name)) ?? otherNames[plain(name)] ?? null

/** Of the ids of elements those that the coded content of a template says to be sections. */
export function codedSections(xml: string): Map<string, SectionId> {
  const found = new Map<string, SectionId>()
  // HTML has a `code` of its own, which is drawn on over whatever follows if it is not closed.
  for (const entry of elementsOf(parseHtml(xml.replace(/<(\/?)code\b/gi, '<$1x-code')), 'entry'))
    for (const code of elementsOf(entry, 'x-code')) {
      const id = attributeOf(code, 'scheme').toUpperCase() === 'LOINC' ? byCode(attributeOf(code, 'value').trim()) : null
      const element = (attributeOf(entry, 'origtxt') || lineOf(entry)).trim()
      if (id && !found.has(element)) found.set(element, id)
    }
  return found
}
