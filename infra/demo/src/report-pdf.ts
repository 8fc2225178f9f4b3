import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Finding } from './dicom/kinds.ts'
import type { StudyRecipe } from './dicom/make-study.ts'

const readings: Record<Finding, { findings: string; impression: string }> = {
  none: {
    findings: 'The phantom is imaged completely. All parts have the expected size, shape and density. No abnormal finding.',
    impression: 'Normal teaching phantom.',
  },
  lesion: {
    findings:
      'In the right parietal white matter lies a rounded mass with a bright rim, a darker centre and surrounding oedema. The ventricles are not displaced.',
    impression: 'Rim-shaped right parietal mass of the teaching phantom. Further work-up as the exercise suggests.',
  },
  bleeding: {
    findings: 'A dense collection lies in the left basal ganglia with a thin dark border, reaching the ventricle.',
    impression: 'Left basal ganglia haemorrhage of the teaching phantom, with blood in the ventricle.',
  },
  nodule: {
    findings:
      'A solid, spiculated nodule of about 24 mm lies in the right upper lung. No second nodule. The heart and the large vessels are of normal size.',
    impression: 'Right upper lung nodule of the teaching phantom.',
  },
  effusion: {
    findings: 'A homogeneous collection of fluid density lies at the base of the left lung. The heart is of normal size.',
    impression: 'Left basal effusion of the teaching phantom.',
  },
}

/** A one-page report. It names the patient by id only: the built-in fonts know no script but the Latin one. */
export async function makeReportPdf({ patient, ...study }: StudyRecipe, reporter: string): Promise<Buffer> {
  const { findings, impression } = readings[study.series[0]?.finding ?? 'none']
  const document = new PDFDocument({ size: 'A4', margin: 64, info: { Title: 'Radiology report', Author: reporter } })
  document.fontSize(18).text('Radiology report').moveDown(0.4)
  document.fontSize(9).fillColor('#555').text('Demonstration only. The images are of a synthetic phantom, not of a person.')
  document.moveDown().fillColor('#000').fontSize(11)
  for (const [label, value] of [
    ['Patient ID', patient.id],
    ['Accession number', study.accessionNumber],
    ['Examination', study.description],
    ['Date', study.date],
    ['Laboratory', study.institution],
    ['Reported by', reporter],
  ]) {
    document.text(`${label}: ${value}`)
  }
  for (const [heading, text] of [
    ['Findings', findings],
    ['Impression', impression],
  ] as const) {
    document.moveDown().fontSize(13).text(heading).moveDown(0.3).fontSize(11).text(text)
  }
  document.end()
  return buffer(document)
}
