import { can } from '@readroom/contracts/core/permissions'
import { useEffect, useState } from 'react'
import { cx } from '../../../lib/cx.ts'
import { useUser } from '../../../lib/session/session.ts'
import { canBePaused } from '../../studies/pauses/pause-panel.tsx'
import { ImagesStage } from '../parts/images/images-stage.tsx'
import { ImagesWindow } from '../parts/images/images-window.tsx'
import { keyboardAtOpening } from '../parts/keyboard/keyboard-at-opening.ts'
import { KeysDialog } from '../parts/keyboard/keys-dialog.tsx'
import { isCovered, isInField, useReadingKeys } from '../parts/keyboard/use-reading-keys.ts'
import { type PaneName, Rail } from '../parts/panes/rail.tsx'
import { ReportSide } from '../parts/report/report-side.tsx'
import { EmergencyNotice } from '../parts/round/emergency-notice.tsx'
import type { ReadingPageProps } from '../parts/round/reading-page-props.ts'
import { SkipDialog } from '../parts/round/skip-dialog.tsx'
import type { Opening } from '../requests/reading.queries.ts'
import type { FittingTemplates } from '../session/machine/beginning.ts'
import { ReadingStoreProvider, useReadingState, useStoreOfStudy } from '../session/reading-store.ts'
import { deskCommands } from './desk-commands.ts'
import { DeskHeader } from './desk-header.tsx'
import { DeskPanels } from './desk-panels.tsx'
import { ImagesStrip } from './images-strip.tsx'
import { OpenPane } from './pane-content.tsx'
import { useDeskImages } from './use-desk-images.ts'
import { useDeskRound } from './use-desk-round.ts'

type Props = {
  page: ReadingPageProps
  windowId: string
  /** Null while the study is opening. The images stay loaded but hidden. */
  opening: Opening | null
  /** False if the data was loaded ahead and may be out of date. */
  isFresh: boolean
  /** True if the server does not show the study to this reader any more. */
  isMissing: boolean
  templates: FittingTemplates
  onStale: () => void
}

/** Shows the reading page on a screen with enough room. It stays mounted from study to study, and so does the viewer. */
export function ReadingDesk({ page, opening, isFresh, isMissing, templates, windowId, onStale }: Props) {
  const { studyId } = page
  const study = opening?.study ?? null
  const { role, _id: userId } = useUser()
  const store = useStoreOfStudy({ studyId, windowId, opening, opensWith: () => keyboardAtOpening(userId) })
  const [pane, setPane] = useState<PaneName | null>(null)
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const desk = useDeskImages({ store, opening })
  const { images } = desk
  const round = useDeskRound({ store, page, windowId, opening, isFresh })

  useEffect(() => {
    if (isMissing) store.miss()
  }, [store, isMissing])

  const dialog = useReadingState(store, 'dialog')
  const finding = useReadingState(store, 'finding')
  const skip: typeof round.skip = (reason) => {
    store.closeDialog()
    round.skip(reason)
  }
  const togglePane = (name: PaneName) => setPane((now) => (now === name ? null : name))
  const askLaboratory = () => {
    setPane('discussion')
    store.setAsking(true)
  }
  const mayPause = study !== null && can(role, 'deadline.pause') && canBePaused(study)
  const onAskLaboratory = mayPause ? askLaboratory : null
  const commands = deskCommands({ store, opening, images: desk, round, onPane: togglePane, onAskLaboratory })
  const heedOnImages = useReadingKeys(store, opening !== null, commands, desk.bindings)
  useEffect(() => {
    if (!isInField() && !isCovered()) store.focusKeyboard()
  }, [store])

  const shown = { study, priors: desk.priors, nextId: round.nextId, bindings: desk.bindings }
  const stage = <ImagesStage {...shown} onKey={heedOnImages} />
  const mayWrite = opening ? opening.kinds.length > 0 : role === 'doctor_account'

  return (
    <ReadingStoreProvider value={store}>
      <div className="flex h-dvh flex-col overflow-hidden bg-surface">
        <DeskHeader
          study={study}
          back={page.back}
          round={round}
          onAskLaboratory={onAskLaboratory}
          onMoveOut={images.isApart ? null : desk.commands.apart}
        />
        {images.isApart && <ImagesStrip images={images} />}
        {images.opened && (
          <ImagesWindow opened={images.opened} study={study} onKey={heedOnImages}>
            {stage}
          </ImagesWindow>
        )}
        <main className="flex min-h-0 flex-1">
          <DeskPanels
            images={images.isApart ? null : stage}
            report={
              opening && (
                <ReportSide key={studyId} opening={opening} templates={templates} round={round} foot={foot} onStale={onStale} />
              )
            }
          />
          {pane && opening && (
            <OpenPane
              key={studyId}
              name={pane}
              opening={opening}
              asides={round.asides}
              onOpen={page.onOpen}
              documents={page.documents(opening.study)}
              onClose={() => setPane(null)}
            />
          )}
          <Rail
            open={pane}
            counts={{
              priors: desk.priors.length,
              documents: study?.documents ?? 0,
              discussion: study?.discussions ?? 0,
              asides: round.asides.filter(({ _id }) => _id !== studyId).length,
            }}
            onToggle={togglePane}
          />
        </main>
        <EmergencyNotice arrived={round.arrived} onRead={round.readEmergency} onPutOff={round.putOff} />
        {/* Keeps its height from study to study, because another size would make both viewers redraw. */}
        <div ref={setFoot} className={cx('shrink-0 bg-canvas', mayWrite && 'min-h-12')} />
        {dialog === 'keys' && <KeysDialog onClose={store.closeDialog} />}
        {dialog === 'critical' && study && page.critical(study, finding, store.closeDialog)}
        {dialog === 'skip' && <SkipDialog onClose={store.closeDialog} onSkip={skip} />}
      </div>
    </ReadingStoreProvider>
  )
}
