import type { ViewedSeries, ViewedStudy } from '@readroom/contracts/archive-viewer'
import { ageGender } from '@readroom/contracts/studies'
import type { SeriesRow } from '@readroom/db/queries/series'
import type { StudyRow } from '@readroom/db/queries/studies'

const describeSeries = (row: SeriesRow): ViewedSeries => ({
  _id: row.orthancId,
  seriesNumber: row.seriesNumber,
  description: row.description,
  modality: row.modality,
  bodyPart: row.bodyPart,
  numberOfImages: row.imageCount,
})

/** Who a study is of and what series it has, from the database: also while the archive is away. */
export function describeStudy(row: StudyRow, series: SeriesRow[]): { study: ViewedStudy; series: ViewedSeries[] } {
  const study = {
    _id: row.id,
    patientId: row.patientId,
    patientName: row.patientName,
    ageGender: ageGender(row),
    accessionNumber: row.accessionNumber,
    description: row.description,
    studyDate: row.studyDate,
    caseType: row.caseType,
    priority: row.priority,
    imagesMissing: row.imagesMissingAt !== null,
  }
  return { study, series: series.map(describeSeries) }
}
