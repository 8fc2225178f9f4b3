import type { PrintedReport } from '@readroom/report/printed-report'
import { titleOf } from './dicom-content.ts'
import type { ResultReport } from './result-report.ts'

/** Returns the page that replaces a withdrawn report. It names the patient and the study, and leaves the report's text out. */
export function withdrawalPage(report: ResultReport): PrintedReport {
  const { patient, study, texts } = report
  const facts = [
    ['Patient', patient.name],
    ['Study', study.description],
    ['Patient ID', patient.id],
    ['Study date', study.studyDate],
    ['Date of birth', patient.birthDate],
    ['Accession', study.accessionNumber],
  ] as const
  return {
    title: titleOf(report),
    author: '',
    mark: 'WITHDRAWN',
    identity: '',
    letterhead: { name: texts.map(({ text }) => text).join(' '), lines: [] },
    heading: 'Withdrawn report',
    subheading: `Version ${report.number}`,
    facts: facts.map(([label, value]) => ({ label, value: value || 'N/A' })),
    parts: [],
    footer: { left: study.accessionNumber ?? '', right: '' },
  }
}
