import { can } from '@readroom/contracts/core/permissions'
import type { ReportSnapshot } from '@readroom/contracts/reading/reading'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, MessageCircleQuestionMark, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { Link } from 'react-router'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { cx } from '../../lib/cx.ts'
import { formatInstant } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { useUser } from '../../lib/session/session.ts'
import { recordOpening } from '../images/viewer/open-viewer.ts'
import { canBePaused } from '../studies/pauses/pause-panel.tsx'
import { comparablePrior, comparisonWords, dateOfPrior } from './compare/comparable-prior.ts'
import { IdentityBar } from './identity-bar.tsx'
import { measurementSentence } from './images/image-words.ts'
import { ImagesStage } from './images/images-stage.tsx'
import { ImagesWindow } from './images/images-window.tsx'
import { useAnnotations } from './images/use-annotations.ts'
import { useDisplayedSeries } from './images/use-displayed-series.ts'
import { keyImageIn, measurementsIn, showAnnotationIn } from './images/viewer-frame.ts'
import { ImagesStrip } from './images-strip.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { OpenPane } from './pane-content.tsx'
import { type PaneName, Rail } from './panes/rail.tsx'
import { type Opening, priorsOptions, useNextRecord, versionsOptions } from './reading.queries.ts'
import { writtenKey } from './reading-keys.ts'
import type { ReadingPageProps } from './reading-page-props.ts'
import { ReadingStoreProvider, useReadingState, useStoreOfStudy } from './reading-store.ts'
import type { ReportCommands } from './report/report-commands.ts'
import { ReportSide } from './report/report-side.tsx'
import { EmergencyNotice } from './round/emergency-notice.tsx'
import { RoundFacts } from './round/round-facts.tsx'
import { SkipDialog } from './round/skip-dialog.tsx'
import { useArrivedEmergencies } from './round/use-arrived-emergencies.ts'
import { useRound } from './round/use-round.ts'
import { useTakingUp } from './round/use-taking-up.ts'
import type { FittingTemplates } from './saving/beginning.ts'
import { NotSaved } from './saving/draft-errors.ts'
import type { HoldState } from './saving/draft-state.ts'
import { useImages } from './use-images.ts'
import { type Commands, useReadingKeys } from './use-reading-keys.ts'
import { useToastPlace } from './use-toast-place.ts'

type Props = {
  page: ReadingPageProps
  windowId: string
  /** Null while the study is opening. The images stay loaded but hidden. */
  opening: Opening | null
  /** False if the data was loaded ahead and may be out of date. */
  isFresh: boolean
  templates: FittingTemplates
  onStale: () => void
}

function Held({ hold }: { hold: HoldState }) {
  if (hold.is === 'free') return null
  const name = hold.is === 'mine' ? 'You' : hold.name
  return (
    <dl className="shrink-0 text-right text-xs">
      <dt className="text-2xs text-text-3 uppercase">Held by</dt>
      <dd className="text-sm text-text-2">
        <bdi className="font-semibold text-text">{name}</bdi>
        {hold.is !== 'lost' && <span className="num"> since {formatInstant(hold.since).time}</span>}
      </dd>
    </dl>
  )
}

/** Returns the annotations of a prior's newest final report. */
const annotationsOf = (versions: readonly { meaning: string; isWithdrawn: boolean; snapshot: ReportSnapshot }[]) =>
  versions.find(({ meaning, isWithdrawn }) => meaning === 'final' && !isWithdrawn)?.snapshot.annotations ?? null

const commandNames = ['signNext', 'signClose', 'signPreliminary', 'saveClose', 'save', 'allNormal'] as const
const panes = ['priors', 'clinical', 'documents', 'discussion', 'asides'] as const

/** Shows the reading page on a screen with enough room. It stays mounted from study to study, and so does the viewer. */
export function ReadingDesk({ page, opening, isFresh, templates, windowId, onStale }: Props) {
  const { studyId } = page
  const store = useStoreOfStudy(studyId, windowId)
  const { hold, dialog, isAsking } = useReadingState(store)
  const study = opening?.study ?? null
  const { role } = useUser()
  const [pane, setPane] = useState<PaneName | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const reportPlace = useRef<HTMLDivElement>(null)
  useToastPlace(reportPlace)
  const worksInImages = useRef(false)
  const recorded = useRef('')
  const lastShown = useRef('')
  const images = useImages(studyId)
  const displayed = useDisplayedSeries(studyId, opening, windowId)
  const { data: priors } = useQuery({ ...priorsOptions(studyId), enabled: study !== null })
  const round = useRound({ ...page, windowId, isRead: study !== null })
  const layout = useDefaultLayout({ id: 'readroom-reading', storage: window.localStorage, panelIds: ['images', 'report'] })
  const stayAside = useTakingUp(studyId, opening, isFresh, round.takeUp)
  useNextRecord(round.nextId, windowId)

  const recordOnce = () => {
    if (!study || recorded.current === study._id) return
    recorded.current = study._id
    recordOpening(study, role)
  }
  const toggle = (name: PaneName) => setPane((now) => (now === name ? null : name))
  const moveImages = () => (images.isApart ? images.bringBack() : images.moveOut())
  const frame = () => store.images()?.frame() ?? null
  const toImages = () => {
    const front = frame()
    if (!images.isApart && document.activeElement === front) return store.report()?.focus()
    images.show()
    front?.contentWindow?.focus()
  }
  const insertText = (...text: Parameters<ReportCommands['insert']>) => {
    if (store.report()?.insert(...text) === false) notify.info('This section is not in the report')
  }
  const insertHistory = () =>
    opening && hold.is === 'mine' && insertText('clinicalInformation', opening.clinicalHistory, 'history')
  const { data: ofPrior } = useQuery({ ...versionsOptions(images.priorId ?? ''), enabled: images.priorId !== undefined })
  const annotations = useAnnotations({
    study,
    frame,
    isShown: study !== null && images.standing === 'same',
    kept: opening?.annotations ?? null,
    ofPrior: images.priorId === undefined ? null : annotationsOf(ofPrior?.versions ?? []),
    keep:
      hold.is === 'mine'
        ? async (drawn) => {
            const fence = store.report()?.fence() ?? null
            if (fence === null) throw new NotSaved('Somebody else is writing this report.')
            await store.calls.keepAnnotations({ fence, annotations: drawn })
          }
        : null,
    onSelect: (id) => store.report()?.pointAt(id),
    onFailure: (error) =>
      notify.warning('Measurements are not saved', { description: reasonOf(error, 'Readroom retries shortly.') }),
  })
  const showMeasured = (ids: readonly string[]) => {
    const [first = ''] = ids
    const id = ids[ids.indexOf(lastShown.current) + 1] ?? first
    lastShown.current = id
    if (ids.length > 0 && !showAnnotationIn(frame(), id)) notify.info('This measurement is no longer in the images')
  }
  const insertMeasurements = () => {
    if (hold.is !== 'mine' || images.standing !== 'same') return
    const { text, ids } = measurementSentence(measurementsIn(frame()), study?.studyInstanceUID)
    if (text === '') notify.info('No measurements in the images')
    else store.report()?.insertSentence(text, ids)
  }
  const takeKeyImage = () => {
    if (!study || hold.is !== 'mine' || images.standing !== 'same') return
    store.report()?.takeKeyImage(keyImageIn(frame(), study.studyInstanceUID))
  }
  const compare = () => {
    if (images.priorId !== undefined) return images.showBeside(undefined)
    const prior = study && comparablePrior(study, priors ?? [])
    if (!prior) return notify.info(priors?.length ? 'No prior of the same body part' : 'No earlier study of this patient')
    images.showBeside(prior._id)
    if (hold.is === 'mine') store.report()?.fill('comparison', comparisonWords(prior), `prior:${dateOfPrior(prior)}`)
  }
  const putAside = () => {
    store.report()?.save()
    stayAside()
    if (study) void round.putAside()
  }
  const emergencies = useArrivedEmergencies(studyId)
  const readEmergency = (emergencyId: string) => {
    store.report()?.save()
    page.onOpen(emergencyId)
  }
  const mayPause = study !== null && can(role, 'deadline.pause') && canBePaused(study)
  const askLaboratory = () => {
    setPane('discussion')
    store.setAsking(true)
  }
  const commands: Commands = {
    emergency: () => emergencies.arrived[0] && readEmergency(emergencies.arrived[0]._id),
    images: toImages,
    apart: moveImages,
    insertHistory,
    putAside,
    showKeys: () => store.openDialog('keys'),
    skip: () => study && store.openDialog('skip'),
    critical: () => study && store.openDialog('critical'),
    askLaboratory: () => mayPause && askLaboratory(),
    measurements: insertMeasurements,
    measuredImage: () => showMeasured(store.report()?.measuredHere() ?? []),
    keyImage: takeKeyImage,
    nextSeries: () => store.images()?.nextSeries(),
    compare,
    ...Object.fromEntries(panes.map((name) => [name, () => toggle(name)])),
    ...Object.fromEntries(commandNames.map((name) => [name, () => store.report()?.[name]()])),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((place) => [`section${place}`, () => store.report()?.goTo(place - 1)])),
  }
  const heed = useReadingKeys(commands, () => {
    worksInImages.current = false
  })
  const keepsFocus = () => worksInImages.current
  const stage = (
    <ImagesStage
      study={study}
      windowId={windowId}
      keepsFocus={keepsFocus}
      displayed={displayed}
      priorId={images.priorId ?? null}
      priorUids={priors?.map(({ studyInstanceUID }) => studyInstanceUID) ?? []}
      nextId={round.nextId}
      onOpened={recordOnce}
      keepDrawing={hold.is === 'mine' ? annotations.settle : null}
      onStanding={images.setStanding}
      onKey={(event) => {
        worksInImages.current = true
        heed(event)
      }}
    />
  )
  const insert = hold.is === 'mine' ? insertText : null
  const mayWrite = opening ? opening.kinds.length > 0 : role === 'doctor_account'

  return (
    <ReadingStoreProvider value={store}>
      <div
        className="flex h-dvh flex-col overflow-hidden bg-surface"
        onPointerDownCapture={({ currentTarget, target }) => {
          if (target instanceof Node && currentTarget.contains(target)) worksInImages.current = false
        }}
      >
        {study ? (
          <IdentityBar study={study} back={page.back}>
            <RoundFacts study={study} round={round} />
            <Held hold={hold} />
            <Button data-tip={writtenKey('critical')} onClick={() => store.openDialog('critical')}>
              <TriangleAlert size={14} aria-hidden /> Critical results
            </Button>
            {mayPause && (
              <IconButton
                label="Ask the laboratory"
                data-tip={`Ask the laboratory (${writtenKey('askLaboratory')})`}
                onClick={askLaboratory}
              >
                <MessageCircleQuestionMark size={16} aria-hidden />
              </IconButton>
            )}
            {!images.isApart && (
              <Button data-tip={writtenKey('apart')} onClick={moveImages}>
                <ExternalLink size={14} aria-hidden /> Second window
              </Button>
            )}
          </IdentityBar>
        ) : (
          <header className="flex min-h-15 shrink-0 items-center border-b border-line bg-canvas px-4 text-text-3">
            <p role="status">Opening the study...</p>
            <Link to={page.back} className="sr-only">
              Back to the worklist
            </Link>
          </header>
        )}
        {images.isApart && <ImagesStrip images={images} />}
        {images.opened && (
          <ImagesWindow opened={images.opened} study={study}>
            {stage}
          </ImagesWindow>
        )}
        <main className="flex min-h-0 flex-1">
          <Group orientation="horizontal" className="min-w-0 flex-1" {...layout}>
            {!images.isApart && (
              <>
                <Panel id="images" defaultSize="58%" minSize="25%">
                  {stage}
                </Panel>
                <Separator
                  aria-label="Width of the images"
                  className="relative w-px bg-line-strong outline-offset-0! before:absolute before:inset-y-0 before:-left-1 before:w-2.5 hover:bg-accent data-[separator=active]:bg-accent"
                />
              </>
            )}
            <Panel id="report" minSize="25%" elementRef={reportPlace}>
              {opening && (
                <ReportSide
                  key={studyId}
                  opening={opening}
                  templates={templates}
                  images={{
                    obstacle: images.standing === 'other' ? 'These images belong to another study.' : null,
                    displayed,
                    annotations,
                    onMeasured: showMeasured,
                    keepsFocus,
                  }}
                  round={{ ...round, putAside }}
                  foot={foot}
                  onStale={onStale}
                  onLeave={page.onLeave}
                />
              )}
            </Panel>
          </Group>
          {pane && opening && (
            <OpenPane
              key={studyId}
              name={pane}
              opening={opening}
              images={images}
              insert={insert}
              asides={round.asides}
              isAsking={isAsking}
              onAsking={store.setAsking}
              onOpen={page.onOpen}
              documents={page.documents(opening.study)}
              onClose={() => setPane(null)}
            />
          )}
          <Rail
            open={pane}
            counts={{
              priors: priors?.length ?? 0,
              documents: study?.documents ?? 0,
              discussion: study?.discussions ?? 0,
              asides: round.asides.filter(({ _id }) => _id !== studyId).length,
            }}
            onToggle={toggle}
          />
        </main>
        <EmergencyNotice arrived={emergencies.arrived} onRead={readEmergency} onPutOff={emergencies.putOff} />
        {/* Keeps its height from study to study, because another size would make both viewers redraw. */}
        <div ref={setFoot} className={cx('shrink-0 bg-canvas', mayWrite && 'min-h-12')} />
        {dialog === 'keys' && <KeysDialog onClose={store.closeDialog} />}
        {dialog === 'critical' && study && page.critical(study, store.closeDialog)}
        {dialog === 'skip' && (
          <SkipDialog
            onClose={store.closeDialog}
            onSkip={(skip) => {
              store.closeDialog()
              store.report()?.save()
              void round.skip(skip)
            }}
          />
        )}
      </div>
    </ReadingStoreProvider>
  )
}
