import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CorrectedSince, newerThanTaken } from '../../../components/study/corrected-since.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useAddress } from '../../../lib/hooks/use-address.ts'
import { patientTitle, useTitle } from '../../../lib/hooks/use-title.ts'
import { reportsOptions, versionsOptions } from '../../../lib/studies/report-queries.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { Changes } from './changes.tsx'
import { Criticals } from './criticals.tsx'
import { DisplayedImages } from './displayed-images.tsx'
import { ReportHeader } from './report-header.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { marksOf, sheetOf, shownFirst } from './signed-versions.ts'
import { Taken } from './taken.tsx'
import { Verified } from './verified.tsx'
import { VersionList } from './version-list.tsx'
import './signed-report.css'

function Nothing({ said, onRetry, onLeave }: { said: string | null; onRetry?: () => void; onLeave: () => void }) {
  return (
    <main className="grid content-start justify-items-center gap-4 px-5 pt-16">
      <p role={onRetry ? 'alert' : 'status'} className={said ? 'max-w-110 text-center' : 'text-text-3'}>
        {said ?? 'Loading...'}
      </p>
      {said && (
        <span className="flex gap-2">
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
          <Button onClick={onLeave}>Back</Button>
        </span>
      )}
    </main>
  )
}

type Props = { studyId: string; onLeave: () => void }

/** Shows the signed reports of a study, for everybody who may read them. The address names the version; the default is the newest valid one. */
export function SignedReportPage({ studyId, onLeave }: Props) {
  const client = useQueryClient()
  const signed = useQuery(versionsOptions(studyId))
  const { data: listed } = useQuery(reportsOptions(studyId))
  const newer = listed ? newerThanTaken(listed.reports) : null
  const [params, change] = useAddress()
  const versions = signed.data?.versions ?? []
  const shown = versions.find(({ number }) => String(number) === params.get('version')) ?? shownFirst(versions)
  const patient = shown?.snapshot.patient
  useTitle('Signed report', patientTitle(patient?.name, patient?.id))

  if (signed.error && !signed.data) {
    const said = messageOf(signed.error, 'The report could not be loaded.')
    return <Nothing said={said} onRetry={() => void signed.refetch()} onLeave={onLeave} />
  }
  if (!signed.data || !shown) {
    return <Nothing said={signed.data ? 'This study has no signed report.' : null} onLeave={onLeave} />
  }
  const became = marksOf(shown, versions).filter((mark) => mark !== 'Preliminary')
  return (
    <div className="flex h-dvh flex-col max-lg:h-auto print:block print:h-auto">
      <ReportHeader
        studyId={studyId}
        shown={shown}
        status={listed?.workflowStatus}
        onTaken={() => void client.invalidateQueries({ queryKey: studyKeys.reportsOf(studyId) })}
        onLeave={onLeave}
      />
      <div className="flex min-h-0 flex-1 max-lg:flex-col print:block">
        <main
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          tabIndex={0}
          aria-label="Report"
          className="min-w-0 flex-1 overflow-y-auto bg-canvas -outline-offset-2 p-5 max-sm:p-2 print:overflow-visible print:bg-transparent print:p-0"
        >
          {newer && <CorrectedSince by={newer} />}
          <Changes shown={shown} versions={versions} />
          <ReportSheet studyId={studyId} sheet={sheetOf(shown, versions)} notice={became.length > 0 ? became.join(', ') : null} />
        </main>
        <aside
          aria-label="About this report"
          className="w-72 shrink-0 overflow-y-auto border-l border-line bg-surface max-lg:w-auto max-lg:border-t max-lg:border-l-0 print:hidden"
        >
          <VersionList
            versions={versions}
            shown={shown}
            onShow={(number) => change(() => new URLSearchParams({ version: String(number) }), { replace: true })}
          />
          <Verified
            isIntact={signed.data.isIntact}
            count={versions.length}
            hash={shown.hash}
            checkedAt={new Date(signed.dataUpdatedAt).toISOString()}
            isChecking={signed.isFetching}
            onCheck={() => void signed.refetch()}
          />
          <DisplayedImages version={shown} />
          <Criticals studyId={studyId} />
          {listed && <Taken reports={listed.reports} />}
        </aside>
      </div>
    </div>
  )
}
