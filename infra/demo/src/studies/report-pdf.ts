import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { StudyRecipe } from '../dicom/make-study.ts'
import type { Reading } from './readings.ts'

const demonstration = 'Demonstration only. The images are of a synthetic phantom, not of a person.'

type Fields = readonly (readonly [label: string, value: string])[]

/** A one-page PDF. It names the patient by id only: the built-in fonts know no script but the Latin one. */
async function makePdf(title: string, author: string, fields: Fields, parts: Fields): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 64, info: { Title: title, Author: author } })
  document.fontSize(18).text(title).moveDown(0.4)
  document.fontSize(9).fillColor('#555').text(demonstration)
  document.moveDown().fillColor('#000').fontSize(11)
  for (const [label, value] of fields) document.text(`${label}: ${value}`)
  for (const [heading, text] of parts) document.moveDown().fontSize(13).text(heading).moveDown(0.3).fontSize(11).text(text)
  document.end()
  return buffer(document)
}

const fieldsOf = ({ patient, accessionNumber, description, date, institution }: StudyRecipe): Fields => [
  ['Patient ID', patient.id],
  ['Accession number', accessionNumber],
  ['Examination', description],
  ['Date', date],
  ['Laboratory', institution],
]

/** Returns a report as PDF. */
export async function makeReportPdf(study: StudyRecipe, reading: Reading, reporter: string): Promise<Buffer> {
  const { technique, findings, impression } = reading
  return makePdf(
    'Radiology report',
    reporter,
    [...fieldsOf(study), ['Reported by', reporter]],
    [
      ['Technique', technique],
      ['Findings', findings],
      ['Impression', impression],
    ],
  )
}

/** Returns the order with which a physician asked for the study, as PDF. */
export async function makeOrderPdf(study: StudyRecipe, question: string): Promise<Buffer> {
  const referrer = study.referringPhysician.split('^').filter(Boolean).reverse().join(' ')
  return makePdf('Imaging request', referrer, [...fieldsOf(study), ['Requested by', referrer]], [['Clinical question', question]])
}
