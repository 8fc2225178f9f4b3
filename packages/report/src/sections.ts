import type { ReportKind } from '@readroom/contracts/studies/report-kinds'

type Section = {
  title: string
  /** LOINC code of the section: IHE RAD Imaging Diagnostic Report, table 6.7.3.b.12-1; of an addendum, DICOM PS3.20. */
  loinc: string
}

/** The parts that a report may have, in the order in which they are read. */
export const sections = {
  clinicalInformation: { title: 'Clinical information', loinc: '55752-0' },
  technique: { title: 'Technique', loinc: '55111-9' },
  comparison: { title: 'Comparison', loinc: '18834-2' },
  findings: { title: 'Findings', loinc: '59776-5' },
  impression: { title: 'Impression', loinc: '19005-8' },
  recommendation: { title: 'Recommendation', loinc: '18783-1' },
  communication: { title: 'Communication', loinc: '73568-8' },
  addendum: { title: 'Addendum', loinc: '55107-7' },
} as const satisfies Record<string, Section>

export type SectionId = keyof typeof sections

export const isSectionId = (id: unknown): id is SectionId => typeof id === 'string' && Object.hasOwn(sections, id)

const whole = ['clinicalInformation', 'technique', 'comparison', 'findings', 'impression'] as const

/** The sections that a new report of a kind begins with, and those that it cannot be signed without. */
export const sectionsOf: Record<ReportKind, { begins: readonly SectionId[]; required: readonly SectionId[] }> = {
  original: { begins: whole, required: ['findings', 'impression'] },
  correction: { begins: whole, required: ['findings', 'impression'] },
  addendum: { begins: ['addendum'], required: ['addendum'] },
}
