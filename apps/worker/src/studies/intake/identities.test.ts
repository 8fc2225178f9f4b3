import { listStudyPeople } from '@readroom/db/patients/study-people'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { createCast, createStudy, newOrthancId } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { compareIdentities, type Identity } from '@readroom/domain/patients/patient-identity'
import { acceptPeople, noteStudyPeople, versionOf } from '@readroom/domain/patients/study-people'
import type {} from '@readroom/local/suites/vitest-services'
import type { Tags } from '@readroom/orthanc/answers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { describeStudy } from '../headers/describe.ts'
import { readPeople } from './identities.ts'

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
})
afterAll(() => database.drop())

/** Identities as files have them: two people, their spellings, missing and empty parts, and nobody. */
const identities: Record<string, string>[] = [
  { PatientName: 'Doe^Jane', PatientBirthDate: '19700102', PatientSex: 'F' },
  { PatientName: 'DOE^JANE', PatientBirthDate: '19700102', PatientSex: 'F' },
  { PatientName: 'Doe^Jane', PatientSex: 'F' },
  { PatientName: '', PatientBirthDate: '19700102', PatientSex: '' },
  { PatientName: 'Roe^Richard', PatientBirthDate: '19410506', PatientSex: 'M' },
  { PatientName: 'Roe^Richard', PatientBirthDate: '', PatientSex: 'M' },
  { PatientName: '', PatientBirthDate: '', PatientSex: '' },
  {},
]

type Image = { id: string; seriesId: string; tags: Tags }

/** The part of the archive that the intake asks for identities. */
class Archive {
  images: Image[] = []
  readonly #seriesIds = [newOrthancId(), newOrthancId(), newOrthancId()]

  add(series: number, identity: number): string {
    const [id, seriesId = ''] = [newOrthancId(), this.#seriesIds[series]]
    this.images.push({ id, seriesId, tags: { ...identities[identity], SeriesInstanceUID: seriesId, SOPInstanceUID: id } })
    return id
  }

  series() {
    const ids = [...new Set(this.images.map(({ seriesId }) => seriesId))]
    return ids.map((ID) => ({
      ID,
      ParentStudy: '',
      LastUpdate: '',
      MainDicomTags: {},
      Instances: this.images.filter(({ seriesId }) => seriesId === ID).map(({ id }) => id),
    }))
  }

  readonly client = {
    getInstanceTags: async (id: string): Promise<Tags> => this.images.find((image) => image.id === id)?.tags ?? {},
    getSharedTags: async (level: string, id: string): Promise<Tags> => {
      const [first, ...others] = this.images.filter(({ seriesId }) => level === 'studies' || seriesId === id)
      const isShared = ([name, value]: [string, string]) => others.every(({ tags }) => tags[name] === value)
      return Object.fromEntries(Object.entries(first?.tags ?? {}).filter(isShared))
    },
    listTagsOfSeries: async (id: string): Promise<Map<string, Tags>> =>
      new Map(this.images.filter(({ seriesId }) => seriesId === id).map((image) => [image.id, image.tags])),
  }
}

const identityOf = ({ tags }: Image): Identity => {
  const { dicomPatientName, dicomPatientBirthDate, dicomPatientSex } = describeStudy(tags)
  return { name: dicomPatientName, birthDate: dicomPatientBirthDate, sex: dicomPatientSex }
}

/** Returns the images of each identity. */
function gather(named: readonly (readonly [identity: string, ids: readonly string[]])[]): Record<string, string[]> {
  const people: Record<string, string[]> = {}
  for (const [identity, ids] of named) people[identity] = [...(people[identity] ?? []), ...ids]
  return people
}

/** The rules in their plainest form: every image is compared with every other one. */
class Model {
  accepted = new Set<string>()
  flagged = false

  see(images: readonly Image[]): { flagged: boolean; people: Record<string, string[]> } {
    const named = images.map((image) => ({ id: image.id, identity: identityOf(image) }))
    const telling = named.map(({ identity }) => identity).filter(({ name, birthDate, sex }) => name ?? birthDate ?? sex)
    const differ = telling.some((one) => telling.some((other) => compareIdentities(one, other).agreement !== 'same'))
    this.flagged = differ && telling.some((identity) => !this.accepted.has(JSON.stringify(identity)))
    if (!differ || this.flagged) this.accepted.clear()
    // A decision about an identity holds as long as an image has it.
    const present = new Set(named.map(({ identity }) => JSON.stringify(identity)))
    for (const identity of this.accepted) if (!present.has(identity)) this.accepted.delete(identity)
    const people = gather((differ ? named : []).map(({ id, identity }) => [JSON.stringify(identity), [id]]))
    return { flagged: this.flagged, people }
  }

  decide(images: readonly Image[]): void {
    if (this.flagged) this.accepted = new Set(images.map((image) => JSON.stringify(identityOf(image))))
    this.flagged = false
  }
}

type Step =
  | { kind: 'arrive'; images: { series: number; identity: number }[] }
  | { kind: 'remove'; which: number }
  | { kind: 'decide' }
const image = fc.record({ series: fc.nat({ max: 2 }), identity: fc.nat({ max: identities.length - 1 }) })
const arrival = fc.record({ kind: fc.constant('arrive' as const), images: fc.array(image, { minLength: 1, maxLength: 4 }) })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: arrival },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat({ max: 20 }) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'decide' as const }) },
)
const history = fc.tuple(arrival, fc.array(step, { maxLength: 7 })).map(([first, steps]): Step[] => [first, ...steps])

test('whatever comes, goes and is decided, a study is flagged as comparing every image with every other one says', async () => {
  const { db } = database
  const property = fc.asyncProperty(history, async (steps) => {
    const [archive, model] = [new Archive(), new Model()]
    const { id: studyId } = await createStudy(db)
    /** Takes the archive's answer in, as the intake does. */
    const look = async (fresh: readonly string[]) => {
      const people = await readPeople(archive.client, newOrthancId(), archive.series(), fresh)
      if (people === null) return
      await db.transaction(async (begun) => {
        const [tx, study] = await lockAnyStudy(begun, studyId)
        if (study) await noteStudyPeople(tx, study, people)
      })
    }
    for (const taken of steps) {
      if (taken.kind === 'arrive') await look(taken.images.map(({ series, identity }) => archive.add(series, identity)))
      if (taken.kind === 'remove' && archive.images.length > 1) archive.images.splice(taken.which % archive.images.length, 1)
      if (taken.kind === 'decide' && model.flagged) {
        const version = versionOf(await listStudyPeople(db, studyId))
        await db.transaction((tx) => acceptPeople(tx, cast.admin, { studyId, version }))
        model.decide(archive.images)
      }
      // As when it settles.
      await look(archive.images.map(({ id }) => id))
      const rows = await listStudyPeople(db, studyId)
      const people = gather(
        rows.map(({ name, birthDate, sex, instanceIds }) => [JSON.stringify({ name, birthDate, sex }), instanceIds]),
      )
      const study = await db.transaction(async (tx) => (await lockAnyStudy(tx, studyId))[1])
      const sorted = (all: Record<string, string[]>) =>
        Object.entries(all)
          .map(([who, ids]) => [who, ids.toSorted()])
          .toSorted()
      const expected = model.see(archive.images)
      expect({ flagged: study?.severalPeopleAt !== null, people: sorted(people) }).toEqual({
        flagged: expected.flagged,
        people: sorted(expected.people),
      })
    }
  })
  await fc.assert(property, { numRuns: 60, seed: 7 })
})
