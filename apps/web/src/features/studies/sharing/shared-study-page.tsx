import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { Fact } from '../../../components/study/study-facts.tsx'
import { Brand } from '../../../components/ui/brand.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatDate, formatInstant, shownTimeZone } from '../../../lib/format.ts'
import { useOtherScripts } from '../../../lib/hooks/use-other-scripts.ts'
import { patientTitle, useTitle } from '../../../lib/hooks/use-title.ts'
import { PinForm } from './pin-form.tsx'
import { type ShareAccess, type ShareFailure, useShareAccess } from './use-share-access.ts'

/** Delay in ms before the page opens the viewer. */
const redirectMs = 2000

/** Opens the images. Replaces the history entry, so that the link's address doesn't stay in the history. */
const openImages = (viewerUrl: string) => window.location.replace(viewerUrl)

function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-b border-line py-2">
      <dt className="w-28 shrink-0 text-text-2">{label}</dt>
      <dd className="num min-w-0 font-medium break-words">{children}</dd>
    </div>
  )
}

function StudyFacts({ studyInfo, expiresAt }: ShareAccess) {
  const { text, exact } = formatInstant(expiresAt)
  const facts = [
    ['Patient ID', studyInfo.patientId],
    ['Description', studyInfo.description],
    ['Modality', studyInfo.modality],
    ['Study date', studyInfo.studyDate && formatDate(studyInfo.studyDate)],
    ['Laboratory', studyInfo.location],
  ] as const
  return (
    <dl className="mt-4 border-t border-line">
      {facts.map(([label, value]) => (
        <FactRow key={label} label={label}>
          <Fact value={value} />
        </FactRow>
      ))}
      <FactRow label="Link expires">
        <time dateTime={expiresAt} title={exact}>
          {text}
        </time>{' '}
        ({shownTimeZone()})
      </FactRow>
    </dl>
  )
}

function Opening({ access }: { access: ShareAccess }) {
  const { viewerUrl, studyInfo } = access
  useTitle('Shared study', patientTitle(studyInfo.patientName, studyInfo.patientId))
  useEffect(() => {
    const timer = setTimeout(() => openImages(viewerUrl), redirectMs)
    return () => clearTimeout(timer)
  }, [viewerUrl])
  return (
    <>
      <p className="text-sm text-text-2">Shared study</p>
      <h1 className="text-2xl font-semibold tracking-tight break-words">
        <Fact value={studyInfo.patientName} />
      </h1>
      <StudyFacts {...access} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Button look="primary" size="lg" className="max-lg:h-11" onClick={() => openImages(viewerUrl)}>
          Open images
        </Button>
        <p role="status" className="text-text-2">
          Opening the image viewer...
        </p>
      </div>
    </>
  )
}

const reasonsOfLink = [
  'The link has expired. Links work for up to 7 days.',
  'The link was revoked.',
  'The link was not copied completely. Ask the sender for a new one.',
]
const reasonsOfOutage = ['Your internet connection is interrupted.', 'Readroom is not available at the moment.']

function reasonsOf({ status }: ShareFailure): readonly string[] {
  if (status === 400 || status === 404) return reasonsOfLink
  return status === 0 || status >= 500 ? reasonsOfOutage : []
}

/** Says in one sentence why the study cannot be opened. The possible reasons open on request. */
function Failed({ failure }: { failure: ShareFailure }) {
  const reasons = reasonsOf(failure)
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold tracking-tight">Shared study</h1>
      <FormMessage tone="error">{failure.message}</FormMessage>
      {reasons.length > 0 && (
        <details className="mt-4 text-text-2">
          <summary className="w-fit cursor-pointer font-medium text-accent-text max-lg:min-h-11 max-lg:py-3">
            Possible reasons
          </summary>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason} className="py-0.5">
                {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Button size="lg" className="mt-6 max-lg:h-11" onClick={() => window.location.reload()}>
        Try Again
      </Button>
    </>
  )
}

/** Shows the page behind a share link, for visitors who are not signed in. It then opens the images. */
export default function SharedStudyPage() {
  const { token } = useParams()
  const found = useShareAccess(token)
  const [unlocked, setUnlocked] = useState<ShareAccess | null>(null)
  const state = unlocked ? { access: unlocked } : found
  const asksPin = state !== null && 'failure' in state && state.failure.needsPin === true
  useTitle('Shared study')
  useOtherScripts()
  return (
    <div className="grid min-h-full grid-rows-[auto_1fr]">
      <header className="flex h-12 items-center border-b border-line px-4">
        <Brand className="text-lg" />
      </header>
      <main className="mx-auto w-full max-w-120 px-5 py-8 lg:py-16">
        {state === null && <Loading>Loading shared study...</Loading>}
        {state && 'access' in state && <Opening access={state.access} />}
        {asksPin && token && <PinForm token={token} onOpened={setUnlocked} />}
        {state && 'failure' in state && !asksPin && <Failed failure={state.failure} />}
      </main>
    </div>
  )
}
