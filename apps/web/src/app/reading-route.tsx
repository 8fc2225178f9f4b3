import { dashboardPaths, type Role } from '@readroom/contracts/core/permissions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Loading } from '../components/ui/loading.tsx'
import { Part } from '../components/ui/part.tsx'
import { loadFailure } from '../features/patients/record/patients.queries.ts'
import { ReadingPage } from '../features/reading/page/reading-page.tsx'
import { worklistRoles } from '../features/worklist/list/worklist-roles.ts'
import { fetchPage } from '../features/worklist/rows/worklist.queries.ts'
import { queryOf, readWorklistUrl } from '../features/worklist/rows/worklist-url.ts'
import { useAddress } from '../lib/hooks/use-address.ts'
import { readingPath } from '../lib/paths.ts'
import { useUser } from '../lib/session/session.ts'
import { recordOptions } from '../lib/studies/record-queries.ts'
import { PatientDocuments } from './patients/patient-documents.tsx'

/** The most pages that are read from one list. Nobody reads further in one go. */
const mostPages = 10

/** Returns the studies of the list with these address parameters, in its order. */
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

const CriticalDialog = lazy(() => import('../features/reports/critical-results/critical-dialog.tsx'))

function Documents({ study }: { study: WorklistRow }) {
  const { data, error, refetch } = useQuery(recordOptions({ patientId: study.patientId, studyId: study._id }))
  if (!data) return error ? <p role="alert">{loadFailure(error, study.patientId)}</p> : <Loading />
  return <PatientDocuments record={data} onChanged={() => void refetch()} />
}

/** Shows the reading page of the study named in the address. `list` holds the parameters of the list it was opened from. */
export default function ReadingRoute() {
  const { role } = useUser()
  const { studyId = '' } = useParams()
  const [params] = useAddress()
  const navigate = useNavigate()
  const list = params.get('list') ?? ''
  const back = dashboardPaths[role] + (list === '' ? '' : `?${list}`)
  return (
    <ReadingPage
      studyId={studyId}
      back={back}
      documents={(study) => <Documents study={study} />}
      critical={(study, finding, onClose) => (
        <Part onClose={onClose}>
          <CriticalDialog row={study} role={role} stated={finding} onClose={onClose} />
        </Part>
      )}
      readList={() => readWholeList(role, list)}
      pathOf={(other) => readingPath(other, list)}
      onOpen={(next) => void navigate(readingPath(next, list), { replace: true })}
      onLeave={() => void navigate(back)}
    />
  )
}
