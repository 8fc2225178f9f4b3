import { listStudyPeople } from '@readroom/db/patients/study-people'
import { createCast } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { acceptPeople, versionOf } from '@readroom/domain/patients/study-people'
import { submitReport } from '@readroom/domain/reports/reports'
import { assign } from '@readroom/domain/studies/assignments/assignments'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { ageStudy, getStudy, listEvents, makeContext, pollAll } from './intake.fixture.ts'
import { settleOnce } from './settle.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext
beforeAll(async () => {
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
  context = makeContext(database, archive.orthanc, { settleSeconds: 60 })
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

type Person = Record<string, string>
const jane = { PatientName: 'Doe^Jane', PatientBirthDate: '19700102', PatientSex: 'F' }
const richard = { PatientName: 'Roe^Richard', PatientBirthDate: '19410506', PatientSex: 'M' }

/** A study under one study UID and patient ID, of images that come as asked. */
function makeStudy() {
  const ids = { StudyInstanceUID: newUid(), PatientID: newUid().slice(-12) }
  const [one, two] = [newUid(), newUid()]
  const send = async (people: readonly Person[], SeriesInstanceUID = one) => {
    const stored = await archive.upload(...people.map((person) => makeImage({ ...ids, SeriesInstanceUID, ...person })))
    await pollAll(context)
    return stored[0]?.ParentStudy ?? ''
  }
  return { send, two }
}

async function settle(orthancId: string) {
  await ageStudy(database, orthancId)
  await settleOnce(context)
}

async function listPeople(orthancId: string) {
  const rows = await listStudyPeople(database.db, (await getStudy(database, orthancId)).id)
  return rows.map(({ name, instanceIds }) => `${name}: ${instanceIds.length}`).toSorted()
}

const isFlagged = async (orthancId: string) => (await getStudy(database, orthancId)).severalPeopleAt !== null

describe('a study of several people is flagged', () => {
  const differing: Record<string, Person> = {
    'another person': richard,
    'another name': { ...jane, PatientName: 'Roe^Jane Mary' },
    'another birth date': { ...jane, PatientBirthDate: '19850607' },
    'another sex': { ...jane, PatientSex: 'M' },
    'another given name, as twins have': { ...jane, PatientName: 'Doe^Joan' },
  }
  const ways: Record<string, (other: Person) => Promise<string>> = {
    together: (other) => makeStudy().send([jane, jane, other]),
    'first of all': (other) => makeStudy().send([other, jane, jane]),
    later: async (other) => {
      const { send } = makeStudy()
      await send([jane, jane])
      return send([other])
    },
    'after it had settled': async (other) => {
      const { send } = makeStudy()
      await settle(await send([jane]))
      return send([other])
    },
    'in a series of its own': async (other) => {
      const { send, two } = makeStudy()
      await send([jane])
      return send([other], two)
    },
    'late, after many': async (other) => {
      const { send } = makeStudy()
      await send(Array.from({ length: 40 }, () => jane))
      return send([other])
    },
  }
  const cases = Object.entries(differing).flatMap(([what, other]) =>
    Object.entries(ways).map(([how, send]) => ({ what, how, other, send })),
  )
  test.each(cases)('by $what that comes $how', async ({ other, send }) => {
    const orthancId = await send(other)
    expect(await isFlagged(orthancId)).toBe(true)
    await settle(orthancId)
    expect(await isFlagged(orthancId)).toBe(true)
    expect(await listPeople(orthancId)).toHaveLength(2)
  })
})

describe('a study of one person is not flagged', () => {
  const { PatientBirthDate: _, ...undated } = jane
  const alike: Record<string, Person> = {
    'the same identity': jane,
    'no birth date at all': undated,
    'an empty birth date': { ...jane, PatientBirthDate: '' },
    'an accent or another case': { ...jane, PatientName: 'DOÉ^JANE' },
    'one wrong letter': { ...jane, PatientName: 'Doe^Jannet' },
    'sex “other”': { ...jane, PatientSex: 'O' },
  }
  test.each(Object.entries(alike))('%s', async (_what, other) => {
    const orthancId = await makeStudy().send([
      { ...jane, PatientName: other.PatientName === 'Doe^Jannet' ? 'Doe^Janet' : jane.PatientName },
      other,
    ])
    await settle(orthancId)
    expect([await isFlagged(orthancId), await listPeople(orthancId)]).toEqual([false, []])
  })
  test('an image that names nobody', async () => {
    const orthancId = await makeStudy().send([jane, { PatientName: '', PatientBirthDate: '', PatientSex: '' }])
    expect(await isFlagged(orthancId)).toBe(false)
  })
})

test('the flag ends when the other person’s images are gone', async () => {
  const { send } = makeStudy()
  const orthancId = await send([jane, richard])
  const rows = await listStudyPeople(database.db, (await getStudy(database, orthancId)).id)
  const other = rows.find(({ name }) => name?.includes('Richard'))
  await archive.remove(`/instances/${other?.instanceIds[0]}`)
  await settle(orthancId)
  expect([await isFlagged(orthancId), await listPeople(orthancId)]).toEqual([false, []])
  expect(await listEvents(database, (await getStudy(database, orthancId)).id)).toContain('people_agree')
})

describe('a decision that all are one person', () => {
  async function decided() {
    const { send } = makeStudy()
    const orthancId = await send([jane, richard])
    const { admin } = await createCast(database.db)
    const { id: studyId } = await getStudy(database, orthancId)
    const decide = async (version?: string) => {
      const people = await listStudyPeople(database.db, studyId)
      await database.db.transaction((tx) => acceptPeople(tx, admin, { studyId, version: version ?? versionOf(people) }))
    }
    return { send, orthancId, studyId, decide }
  }

  test('ends the flag, also when more of their images come, and leaves two lines in the history', async () => {
    const { send, orthancId, studyId, decide } = await decided()
    await decide()
    expect(await isFlagged(orthancId)).toBe(false)
    await send([jane, richard])
    await settle(orthancId)
    expect([await isFlagged(orthancId), await listPeople(orthancId)]).toEqual([false, ['Doe^Jane: 2', 'Roe^Richard: 2']])
    const events = await listEvents(database, studyId)
    expect(events.filter((event) => event.startsWith('people'))).toEqual(['people_differ', 'people_agree'])
  })

  test('does not hold for a third person', async () => {
    const { send, orthancId, decide } = await decided()
    await decide()
    await send([{ ...jane, PatientName: 'Poe^Paula' }])
    expect(await isFlagged(orthancId)).toBe(true)
  })

  test('is refused if another image came since the list was read, and twice', async () => {
    const { send, orthancId, studyId, decide } = await decided()
    const version = versionOf(await listStudyPeople(database.db, studyId))
    await send([{ ...jane, PatientName: 'Poe^Paula' }])
    await expect(decide(version)).rejects.toMatchObject({ code: 'STUDY_PEOPLE_CHANGED' })
    await decide()
    await expect(decide()).rejects.toMatchObject({ code: 'STUDY_PEOPLE_CHANGED' })
    expect(await isFlagged(orthancId)).toBe(false)
  })
})

test('no report of a study of several people can be uploaded before a decision', async () => {
  const orthancId = await makeStudy().send([jane, richard])
  const { admin, assignedDoctor } = await createCast(database.db)
  const { id: studyId } = await getStudy(database, orthancId)
  const { doctorId } = assignedDoctor
  await database.db.transaction((tx) => assign(tx, admin, { studyId, doctorId, priority: 'NORMAL', mode: 'add' }))
  const file = { fileName: 'r.pdf', contentType: 'application/pdf', objectKey: newUid(), sizeBytes: 1, sha256: newUid() }
  const upload = () =>
    database.db.transaction((tx) =>
      submitReport(tx, assignedDoctor, { studyId, doctorId, reportStatus: 'finalized', afterVersion: 0, file }),
    )
  await expect(upload()).rejects.toMatchObject({ code: 'STUDY_OF_SEVERAL_PEOPLE' })
  const version = versionOf(await listStudyPeople(database.db, studyId))
  await database.db.transaction((tx) => acceptPeople(tx, admin, { studyId, version }))
  await expect(upload()).resolves.toMatchObject({ studyId })
})
