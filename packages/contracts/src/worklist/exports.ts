import { z } from 'zod'
import { defineEndpoints } from '../core/endpoint.ts'
import { Id } from '../core/primitives.ts'
import { Sort, StudyFilters } from '../studies/study-filters.ts'
import type { Tab } from '../studies/study-workflow.ts'

/** More rows than this are refused before the file begins. */
export const maxExportRows = 100_000

/** The status that stands for a tab in an export request; without a status, all tabs are exported. */
export const exportStatuses = ['pending_assignment', 'assigned_to_doctor', 'report_finalized'] as const
export const tabOfExportStatus: Record<(typeof exportStatuses)[number], Tab> = {
  pending_assignment: 'pending',
  assigned_to_doctor: 'inprogress',
  report_finalized: 'completed',
}

const maxIds = 1000
const idLength = 36

/** Studies by id, joined with commas; as many as a page of the worklist can hold. */
const StudyIdList = z
  .string()
  .max(maxIds * (idLength + 1))
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(z.array(Id).max(maxIds))

export const exportEndpoints = defineEndpoints({
  worklist: {
    method: 'GET',
    path: '/api/footer/export',
    leavesTrace: true,
    summary: "The caller's filtered studies, or the chosen ones of them, as a spreadsheet of at most 100,000 rows",
    access: 'study.export',
    scope: 'rows',
    query: StudyFilters.extend({
      status: z.enum(exportStatuses).optional(),
      studyIds: StudyIdList.optional(),
      sort: Sort.prefault('-uploadDate'),
    }),
    response: 'file',
    errors: ['EXPORT_EMPTY', 'EXPORT_TOO_LARGE'],
  },
})
