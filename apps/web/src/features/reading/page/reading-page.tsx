import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { ShownZone } from '../../../components/ui/shown-zone.tsx'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { useIsDesktop } from '../../../lib/hooks/use-media-query.ts'
import { patientTitle, useTitle } from '../../../lib/hooks/use-title.ts'
import { useLive } from '../../../lib/live/use-live.ts'
import { openReadOnly } from '../../images/viewer/open-viewer.ts'
import { KeptText } from '../parts/report/kept-text.tsx'
import { SignedPanel } from '../parts/report/signed-panel.tsx'
import type { ReadingPageProps } from '../parts/round/reading-page-props.ts'
import { emergenciesOptions } from '../parts/round/use-arrived-emergencies.ts'
import { setNoticePlace } from '../parts/signing/notice-place.ts'
import { openingKey, openingOptions, openingsKey } from '../requests/reading.queries.ts'
import { studyTemplatesOptions } from '../requests/reading-templates.queries.ts'
import { useWindowId } from '../requests/window-id.ts'
import { IdentityBar } from './identity-bar.tsx'
import { ReadingDesk } from './reading-desk.tsx'

type FailureProps = { studyId: string; error: unknown; back: string; onRetry: () => void }

const isMissing = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)

function Failure({ studyId, error, back, onRetry }: FailureProps) {
  const isGone = isMissing(error)
  return (
    <main className="grid h-dvh place-items-center bg-surface p-6">
      <div role="alert" className="grid justify-items-center gap-4 text-center">
        <p className="text-lg">
          {isGone ? 'This study is not on your worklist.' : reasonOf(error, 'The study could not be loaded.')}
        </p>
        <div className="flex gap-2">
          {!isGone && <Button onClick={onRetry}>Try again</Button>}
          <Link to={back} className="px-2 py-1 text-accent-text underline">
            Back to the worklist
          </Link>
        </div>
        {isGone && <KeptText studyId={studyId} localKey={null} why="The study was given to somebody else before it was saved." />}
      </div>
    </main>
  )
}

/** Reloads a study when it changes, and the next one too. */
function Live() {
  const queries = useQueryClient()
  useLive({
    onMessage(message) {
      if (!('studyId' in message)) return
      void queries.invalidateQueries({ queryKey: openingKey(message.studyId) })
      void queries.invalidateQueries({ queryKey: emergenciesOptions().queryKey })
    },
    onReconnected() {
      void queries.invalidateQueries({ queryKey: openingsKey })
      void queries.invalidateQueries({ queryKey: emergenciesOptions().queryKey })
    },
  })
  return null
}

function Study({ windowId, ...props }: ReadingPageProps & { windowId: string }) {
  const { studyId, back } = props
  const { data: opening, error, isFetching, refetch } = useQuery(openingOptions(studyId, windowId))
  const isDesktop = useIsDesktop()
  const isNew = opening !== undefined && opening.draft === null && opening.kinds.includes('original')
  const template = useQuery({ ...studyTemplatesOptions(studyId, 'original'), enabled: isNew && isDesktop, retry: false })
  const shown = opening?.study
  useTitle('Reading', patientTitle(shown?.patientName, shown?.patientId))
  const isOpen = opening !== undefined && !(template.isEnabled && template.isPending)
  if (!opening && error) return <Failure studyId={studyId} error={error} back={back} onRetry={() => void refetch()} />
  if (!isDesktop) {
    if (!opening) {
      return (
        <main className="grid h-dvh place-items-center bg-surface text-text-3">
          <p role="status">Opening the study...</p>
        </main>
      )
    }
    return (
      <main className="flex h-dvh flex-col bg-surface">
        <Live />
        <IdentityBar study={opening.study} back={back} />
        <div className="flex items-center justify-between gap-3 border-b border-line bg-canvas px-4 py-2 text-sm text-text-2">
          <div className="min-w-0">
            <p>Use a larger screen to write reports.</p>
            <ShownZone className="text-xs text-text-3" />
          </div>
          <Button look="primary" className="h-11" onClick={() => void openReadOnly(opening.study)}>
            Images
          </Button>
        </div>
        <div className="min-h-0 flex-1">
          <SignedPanel opening={opening} />
        </div>
        {/* Below the report, so that the notice covers none of it. */}
        <div ref={setNoticePlace} className="shrink-0" />
      </main>
    )
  }
  return (
    <>
      <Live />
      <ReadingDesk
        page={props}
        windowId={windowId}
        opening={isOpen ? opening : null}
        isFresh={!isFetching}
        isMissing={isMissing(error)}
        templates={{
          chosen: template.data?.chosen ?? null,
          hasSeveral: template.data?.chosen === null && template.data.templates.filter(({ fits }) => fits).length > 1,
        }}
        onStale={() => void refetch()}
      />
    </>
  )
}

/** Replaces the page over an insecure address. Browsers then offer neither encryption nor locks to tell windows apart, so drafts could not be kept. */
function Insecure({ back }: { back: string }) {
  return (
    <main className="grid h-dvh place-items-center bg-surface p-6">
      <div role="alert" className="grid max-w-100 justify-items-center gap-3 text-center">
        <p className="text-lg">Writing reports needs a secure connection. Ask your administrator for the https address.</p>
        <Link to={back} className="px-2 py-1 text-accent-text underline">
          Back to the worklist
        </Link>
      </div>
    </main>
  )
}

function Identified(props: ReadingPageProps) {
  const windowId = useWindowId()
  return windowId === null ? null : <Study {...props} windowId={windowId} />
}

/** Shows the reading page of a study: its images, its report and its other information. */
export function ReadingPage(props: ReadingPageProps) {
  return window.isSecureContext ? <Identified {...props} /> : <Insecure back={props.back} />
}
