import type { ViewedSeries, ViewedStudy } from '@readroom/contracts/images/archive-viewer'
import { ageGender } from '@readroom/contracts/studies/studies'
import type { SeriesRow } from '@readroom/db/studies/series'
import type { StudyRow } from '@readroom/db/studies/studies'

const describeSeries = (row: SeriesRow): ViewedSeries => ({
  _id: row.orthancId,
  seriesNumber: row.seriesNumber,
  description: row.description,
  modality: row.modality,
  bodyPart: row.bodyPart,
  numberOfImages: row.imageCount,
})

/** Describes a study and its series from the database, so that it works while the image archive is down. */
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
