import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import type { PrintedVersion } from '@readroom/report/printed-report'
import { reportSchema } from '@readroom/report/schema'
import type { SectionId } from '@readroom/report/sections'
import { onTestFinished } from 'vitest'

const { doc, section, paragraph } = reportSchema.nodes

export const snapshot: ReportSnapshot = {
  patient: { name: 'Αντωνίου Γιώργος', id: 'RH-204398', sex: 'M', birthDate: '1964-02-29', age: '61Y' },
  study: {
    studyInstanceUid: '2.25.1',
    accessionNumber: 'ACC-7741233',
    description: 'CT Right knee',
    modalities: ['CT'],
    studyDate: '2025-11-21',
    studyTime: '11:18:00',
    referringPhysician: 'Dr Sunil Bhatt',
  },
  images: { generation: 1, instancesHash: 'a' },
  laboratory: { name: 'Northgate Imaging', address: '14 Quay Street\nNorthgate', phone: '+44 20 7946 0100', email: '' },
  signer: { name: 'Dr Ines Carvalho', specialization: 'Neuroradiology', signatureKey: null },
}

export const textOf = (texts: Partial<Record<SectionId, string>>) =>
  doc
    .create(
      null,
      Object.entries(texts).map(([id, text]) => section.create({ id }, paragraph.create(null, reportSchema.text(text)))),
    )
    .toJSON()

/** A version that says these things; what else is said overrides. */
export const versionOf = (texts: Partial<Record<SectionId, string>>, more: Partial<PrintedVersion> = {}): PrintedVersion => ({
  number: 1,
  kind: 'original',
  meaning: 'final',
  content: textOf(texts),
  snapshot,
  reason: '',
  hash: '4be1'.repeat(16),
  signedAt: new Date('2025-11-21T12:09:44Z'),
  ...more,
})

type Asking = (file: string) => [program: string, options: string[]]
const poppler = {
  pdftotext: (file) => ['pdftotext', ['-layout', file, '-']],
  pdffonts: (file) => ['pdffonts', [file]],
  pdfsig: (file) => ['pdfsig', [file]],
  pdfinfo: (file) => ['pdfinfo', [file]],
  pdfimages: (file) => ['pdfimages', ['-list', file]],
  structure: (file) => ['pdfinfo', ['-struct', file]],
} as const satisfies Record<string, Asking>

/** Returns the output of a poppler program about a PDF. */
export async function askPoppler(about: keyof typeof poppler, pdf: Buffer): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-pdf-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const file = join(dir, 'report.pdf')
  await writeFile(file, pdf)
  const [program, options] = poppler[about](file)
  // pdfsig answers other codes than 0 if nobody vouches for the certificate.
  const ran = await promisify(execFile)(program, options).catch((failed: { stdout: string }) => failed)
  return ran.stdout
}
