import { makeImage } from '@readroom/orthanc/testing/make-image'
import { afterAll, expect, test } from 'vitest'
import { openArchive } from '../intake/archive.fixture.ts'

const opened: { close: () => Promise<void> }[] = []
afterAll(async () => {
  await Promise.all(opened.map((archive) => archive.close()))
})

async function archiveThatNeeds(percentFree: number) {
  const archive = await openArchive({ settings: { ReadroomSmallestFree: percentFree } })
  opened.push(archive)
  return archive
}

test('a scanner is refused while the disk is nearly full, and nothing is kept of its image', async () => {
  const archive = await archiveThatNeeds(101)
  await expect(archive.store('CT1', makeImage())).rejects.toThrow('storescu')
  expect(await archive.orthanc.listStudies(0, 10)).toEqual([])
})

test('with room on the disk images are taken', async () => {
  const archive = await archiveThatNeeds(0)
  await archive.store('CT1', makeImage())
  expect(await archive.orthanc.listStudies(0, 10)).toHaveLength(1)
})
