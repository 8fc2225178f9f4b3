import { dashboardPaths, type Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { Part } from '../components/ui/part.tsx'
import { loadFailure, recordOptions } from '../features/patients/patients.queries.ts'
import { ReadingPage } from '../features/reading/reading-page.tsx'
import { fetchPage } from '../features/worklist/worklist.queries.ts'
import { worklistRoles } from '../features/worklist/worklist-roles.ts'
import { queryOf, readWorklistUrl } from '../features/worklist/worklist-url.ts'
import { readingPath } from '../lib/paths.ts'
import { useUser } from '../lib/session/session.ts'
import { PatientDocuments } from './patients/patient-documents.tsx'

/** Nobody reads further than this from one list. */
const mostPages = 10

/** The studies of a list, by its address parameters, in its order. */
async function readWholeList(role: Role, list: string): Promise<WorklistRow[]> {
  const query = queryOf(readWorklistUrl(new URLSearchParams(list), worklistRoles[role]))
  const rows: WorklistRow[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await fetchPage(role, query, cursor, { background: true })
    rows.push(...page.data)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return rows
}

const CriticalDialog = lazy(() => import('../features/critical-results/critical-dialog.tsx'))

function Documents({ study }: { study: WorklistRow }) {
  const { data, error, refetch } = useQuery(recordOptions({ patientId: study.patientId, studyId: study._id }))
  if (!data) return <p role="status">{error ? loadFailure(error, study.patientId) : 'Loading...'}</p>
  return <PatientDocuments record={data} onChanged={() => void refetch()} />
}

/** The study that the address names, of the list whose parameters it carries. */
export default function ReadingRoute() {
  const { role } = useUser()
  const { studyId = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const list = params.get('list') ?? ''
  const back = dashboardPaths[role] + (list === '' ? '' : `?${list}`)
  return (
    <ReadingPage
      studyId={studyId}
      back={back}
      documents={(study) => <Documents study={study} />}
      critical={(study, onClose) => (
        <Part onClose={onClose}>
          <CriticalDialog row={study} role={role} onClose={onClose} />
        </Part>
      )}
      readList={() => readWholeList(role, list)}
      pathOf={(other) => readingPath(other, list)}
      onOpen={(next) => void navigate(readingPath(next, list), { replace: true })}
      onLeave={() => void navigate(back)}
    />
  )
}
