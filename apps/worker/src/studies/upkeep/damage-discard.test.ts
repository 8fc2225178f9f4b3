import { setDamaged } from '@readroom/domain/studies/damage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRun, type OpenJobs, openJobs } from '../../core/jobs/jobs.fixture.ts'
import { discardDamage } from './damage-discard.ts'

let jobs: OpenJobs
beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs.close())

const idsOf = async (orthancId: string) => (await jobs.context.orthanc.listStudyInstances(orthancId)).map(({ id }) => id).sort()

test('takes out what cannot be read and nothing else, so that a scanner may send it again', async () => {
  const { study, stored, files } = await jobs.addStudy(3)
  const [first, second] = stored.map(({ ID }) => ID)
  await jobs.archive.emptyFile(second ?? '')
  // The first was damaged once, and is not any more.
  await jobs.db.transaction((tx) => setDamaged(tx, study.id, [first ?? '', second ?? '']))
  const before = await idsOf(study.orthancId)
  await discardDamage(jobs.context, { studyId: study.id }, firstRun)
  expect(await idsOf(study.orthancId)).toEqual(before.filter((id) => id !== second))
  expect((await jobs.getStudy(study.id)).damagedInstances).toContain(second)

  await jobs.archive.upload(...files)
  expect(await idsOf(study.orthancId)).toEqual(before)
  await discardDamage(jobs.context, { studyId: study.id }, firstRun)
  expect(await idsOf(study.orthancId)).toEqual(before)
})
