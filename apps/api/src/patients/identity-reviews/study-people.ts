import { paginate } from '@readroom/contracts/core/pagination'
import { rowName } from '@readroom/contracts/core/person-names'
import type { StudyOfSeveralPeople, StudyPerson } from '@readroom/contracts/patients/study-people'
import type { Db } from '@readroom/db/core/client'
import { listPeopleOfStudies, listStudiesOfSeveralPeople } from '@readroom/db/patients/study-people'
import { keyOf } from '@readroom/domain/patients/image-identities'
import { versionOf } from '@readroom/domain/patients/study-people'

type Listed = Awaited<ReturnType<typeof listPeopleOfStudies>>[number]

const imagesOf = ({ person, number, modality, description }: Listed) => ({
  seriesNumber: number,
  modality,
  description,
  numberOfImages: person.instanceIds.length,
  seriesInstanceUID: person.seriesInstanceUid,
  sopInstanceUID: person.sopInstanceUid,
})

/** Joins the series of each identity. */
function toPeople(listed: readonly Listed[]): StudyPerson[] {
  const people = new Map<string, StudyPerson>()
  for (const one of listed) {
    const { name, birthDate, sex } = one.person
    const known = people.get(keyOf(one.person))
    if (known) known.images.push(imagesOf(one))
    else people.set(keyOf(one.person), { name: rowName(name), birthDate, sex, images: [imagesOf(one)] })
  }
  return [...people.values()]
}

/** Returns a page of the studies whose images name several people, with these people and their images by series. */
export async function readStudiesOfSeveralPeople(db: Db, query: { page: number; limit: number }) {
  const { rows, total } = await listStudiesOfSeveralPeople(db, query)
  const ids = rows.map(({ study }) => study.id)
  const listed = ids.length > 0 ? await listPeopleOfStudies(db, ids) : []
  const data = rows.map(({ study, laboratory, hasReport, isMoving }): StudyOfSeveralPeople => {
    const own = listed.filter(({ person }) => person.studyId === study.id)
    return {
      studyId: study.id,
      studyInstanceUID: study.studyInstanceUid,
      version: versionOf(own.map(({ person }) => person)),
      patientId: study.patientId,
      patientName: study.patientName,
      laboratory,
      description: study.description,
      studyDate: study.studyDate,
      since: (study.severalPeopleAt ?? study.receivedAt).toISOString(),
      hasReport,
      isMoving,
      people: toPeople(own),
    }
  })
  return { data, pagination: paginate(total, query) }
}
