import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newUid } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openArchive } from './archive.fixture.ts'

const run = promisify(execFile)

let archive: Awaited<ReturnType<typeof openArchive>>
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

it('takes the image of a sender of deflated images uncompressed, so that nothing is unpacked on arrival', async () => {
  const file = join(archive.dir, 'image.dcm')
  await writeFile(file, syntheticCt({ studyInstanceUid: newUid(), seriesInstanceUid: newUid(), sopInstanceUid: newUid() }))
  const { aeTitle, dicomPort } = archive
  const { stdout, stderr } = await run('storescu', [
    '-d',
    '--propose-deflated',
    '-aec',
    aeTitle,
    '127.0.0.1',
    String(dicomPort),
    file,
  ])
  expect(stdout + stderr).toMatch(/Proposed Transfer Syntax[\s\S]*=DeflatedLittleEndianExplicit/)
  const [study = ''] = await archive.orthanc.listStudies(0, 10)
  const [series] = await archive.orthanc.getStudySeries(study)
  const syntax = await archive.orthanc.getTransferSyntax(series?.Instances[0] ?? '')
  expect(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2']).toContain(syntax)
})
