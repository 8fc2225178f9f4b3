import type { Db } from '@readroom/db/core/client'
import { findArchivedSeries, listStudiesWithReports } from '@readroom/db/reports/archived-reports'
import type { Series, Study } from '@readroom/orthanc/answers'
import type { Orthanc } from '@readroom/orthanc/client'

/** The archive as scanners filled it: of what a study consists, the reports are left out that we put there ourselves. */
export function imagesOnly(orthanc: Orthanc, db: Db): Orthanc {
  /** After the archive was asked: a report's series is recorded before it is sent. */
  const withoutReports = async <T>(studyId: string, items: T[], uidOf: (item: T) => string | undefined): Promise<T[]> => {
    const own = await findArchivedSeries(db, studyId)
    return own === null ? items : items.filter((item) => ![own.document, own.measurements].includes(uidOf(item) ?? null))
  }
  const seriesUid = ({ MainDicomTags }: Series) => MainDicomTags.SeriesInstanceUID
  const getStudySeries = async (id: string) => withoutReports(id, await orthanc.getStudySeries(id), seriesUid)

  /** Few studies of a page have a report in the archive: which ones is one question. */
  async function imagesOfAll(all: Study[]): Promise<Study[]> {
    const ids = all.map(({ ID }) => ID)
    const withReport = await listStudiesWithReports(db, ids)
    const imagesOf = async (study: Study) => ({ ...study, Series: (await getStudySeries(study.ID)).map(({ ID }) => ID) })
    return Promise.all(all.map((study) => (withReport.has(study.ID) ? imagesOf(study) : study)))
  }

  return {
    ...orthanc,
    getStudySeries,
    listStudyInstances: async (id) =>
      withoutReports(id, await orthanc.listStudyInstances(id), ({ seriesInstanceUid }) => seriesInstanceUid),
    async getStudyStatistics(id) {
      const all = await orthanc.getStudyStatistics(id)
      if ((await findArchivedSeries(db, id)) === null) return all
      const series = await getStudySeries(id)
      return { CountSeries: series.length, CountInstances: series.reduce((sum, { Instances }) => sum + Instances.length, 0) }
    },
    listStudiesWithSeries: async (since, limit) => imagesOfAll(await orthanc.listStudiesWithSeries(since, limit)),
  }
}
