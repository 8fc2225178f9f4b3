import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { namedCases } from '@readroom/contracts/testing/named-cases'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeDicomReport } from './dicom-content.ts'
import { writtenResult } from './written-result.fixture.ts'

const envelope = {
  delivery: { destinationId: 'd', studyId: 's', controlId: 'C1' },
  before: [],
  zone: 'UTC',
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'names-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads the names of a file with DCMTK, which is not of ours. */
async function namesIn(file: Buffer): Promise<string[]> {
  const path = join(folder, `${randomUUID()}.dcm`)
  await writeFile(path, file)
  const printed = execFileSync('dcmdump', ['+L', '+P', '0010,0010', '+P', '0008,0090', path], { encoding: 'utf8' })
  return printed.split('\n').flatMap((line) => /^\([^)]*\) PN \[(.*)\] *#/.exec(line)?.[1]?.trimEnd() ?? [])
}

test.each(namedCases)('a name $kind has its parts in documents and structured reports', async ({ pn, dicom = pn, row }) => {
  const { patient, study, facts } = writtenResult
  const report = {
    ...writtenResult,
    patient: { ...patient, name: row, pn },
    study: { ...study, referringPhysician: row },
    facts: { ...facts, study: { ...facts.study, referringPhysician: row, referringPn: pn } },
  }
  for (const pdf of [null, Buffer.from('%PDF-1')]) {
    const { content } = writeDicomReport(report, pdf, envelope)
    expect(await namesIn(content)).toEqual([dicom, dicom])
  }
})
