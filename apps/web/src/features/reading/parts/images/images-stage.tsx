import type { Prior } from '@readroom/contracts/images/priors'
import type { ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { isOpened } from '@readroom/contracts/studies/modalities'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { ApiError, reasonOf } from '../../../../lib/api/api-error.ts'
import { cx } from '../../../../lib/cx.ts'
import { plural } from '../../../../lib/format.ts'
import { notify } from '../../../../lib/notify.tsx'
import { sessionOver, useSession, useUser } from '../../../../lib/session/session.ts'
import { openArchiveViewer } from '../../../images/viewer/open-viewer.ts'
import { bindIn, displayIn, hearFrame, thumbnailIn } from '../../requests/viewer-frame.ts'
import type { Standing } from '../../session/machine/events.ts'
import { type ImageCommands, useHold, useReadingState, useReadingStore } from '../../session/reading-store.ts'
import { KeyboardBar } from '../keyboard/keyboard-bar.tsx'
import { isCovered, isInField } from '../keyboard/use-reading-keys.ts'
import type { Slot } from './frame-slots.ts'
import { SeriesRail, useSeriesRail } from './series-rail.tsx'
import { type FramesOptions, useFrames } from './use-frames.ts'
import { useSeries } from './use-series.ts'

type FrameProps = {
  slot: Slot
  name: string
  isFront: boolean
  isVisible: boolean
  bindings: ViewerBindings
  onElement: (element: HTMLIFrameElement | null) => void
  onKey: (event: KeyboardEvent) => void
  onPress: () => void
  onFocus: () => void
  onGoOn: () => void
}

function titleOf({ isSpare }: Slot, name: string, isFront: boolean): string {
  if (isSpare) return `All images of ${name}`
  return isFront ? `Images of ${name}` : 'Images of the next study'
}

/** Shows one viewer frame. It has its full size even if it is hidden, so that images loaded in the background are drawn at the right size. */
function Frame({ slot, name, isFront, isVisible, bindings, onElement, onKey, onPress, onFocus, onGoOn }: FrameProps) {
  const heardKey = useEffectEvent(onKey)
  const pressed = useEffectEvent(onPress)
  const focused = useEffectEvent(onFocus)
  const goOn = useEffectEvent(onGoOn)
  const { src, page } = slot
  const element = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  // From the moment it can be pressed, which is before all of the viewer is loaded, and again in each page that it loads.
  useLayoutEffect(() => {
    if (!isVisible || !element.current) return
    return hearFrame(element.current, {
      onKey: (event) => heardKey(event),
      onPress: () => pressed(),
      onFocus: () => focused(),
    })
  }, [isVisible, loads])
  useEffect(() => bindIn(element.current, bindings), [bindings, loads])
  useEffect(() => {
    if (page.address !== src) goOn()
  }, [page.address, src])
  return (
    <iframe
      ref={(made) => {
        element.current = made
        onElement(made)
      }}
      data-images={isFront ? '' : undefined}
      data-images-ahead={isFront ? undefined : ''}
      title={titleOf(slot, name, isFront)}
      src={src}
      inert={!isVisible}
      aria-hidden={!isVisible}
      onLoad={() => setLoads(loads + 1)}
      allow="fullscreen"
      className={cx('absolute inset-0 block size-full border-0 bg-black', isVisible ? 'z-1' : 'pointer-events-none')}
      // Hidden by an inline style, independent of any style sheet, because it may show another patient's images.
      style={isVisible ? undefined : { opacity: 0 }}
    />
  )
}

/** Shows a notice over the lower edge of the viewer. */
function Notice({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="absolute inset-x-0 bottom-0 z-2 flex flex-wrap items-center justify-center gap-3 bg-black/85 px-4 py-2 text-[#e6eaee]"
    >
      {children}
    </div>
  )
}

const waiting: Record<Standing, string> = {
  opening: 'Opening the images...',
  same: '',
  other: 'These are not the images of this study. They are hidden.',
}

/** OHIF asks for images by UIDs, the archive viewer by ids of this study alone. */
const isOfSharedUid = (failure: unknown) => failure instanceof ApiError && failure.code === 'STUDY_UID_AMBIGUOUS'
/** Says what black viewports wait for. `isLate`: in vain. */
const loadingWords = (awaited: number, isLate = false) => {
  if (awaited > 0) return `Loading: ${plural(awaited, 'image')} to come.`
  return isLate ? 'The viewer has not drawn them.' : 'The viewer is preparing them.'
}

type Props = Pick<FramesOptions, 'study' | 'nextId'> & {
  priors: readonly Prior[]
  bindings: ViewerBindings
  onKey: (event: KeyboardEvent) => void
}

/** Shows the images of a study. A frame stays hidden unless it shows exactly the study of the record. */
export function ImagesStage({ study, nextId, priors, bindings, onKey }: Props) {
  const store = useReadingStore()
  const hold = useHold(store)
  const priorId = useReadingState(store, 'priorId')
  const keyboard = useReadingState(store, 'keyboard')
  const place = useRef<HTMLDivElement>(null)
  const { before, undisplayed, isReplaced } = useReadingState(store, 'displayed')
  const { role } = useUser()
  /** True if the drawings are saved before the images are loaded again. */
  const keepsDrawing = hold.is === 'mine'
  const frames = useFrames({
    calls: store.roundCalls,
    study,
    priorId,
    priorUids: priors.map(({ studyInstanceUID }) => studyInstanceUID),
    nextId,
    onOpened: () => study && store.recordOpening(study, role),
  })
  const { slots, front, standing, isReady, isLate, isBlack, awaited, late, failure, retry, goOn, frontElement } = frames
  // The store of each study is told, even if its images were loaded ahead and nothing changes. Before the page is painted, so that it never shows `opening`.
  useLayoutEffect(() => store.setStanding(standing), [store, standing])
  const isRefused = isOfSharedUid(failure)
  useEffect(() => {
    if (isRefused) store.displayed.onRefused()
  }, [store, isRefused])
  const { session } = useSession()
  const isShown = standing === 'same' && failure === null && session !== null
  const isOpen = session !== null && failure === null && standing !== 'other'
  const focus = () => {
    const frame = isShown ? frontElement() : null
    if (!frame) return place.current?.focus()
    // Focuses the element too, because it may have lost the focus while it was inert, even though its window kept it.
    frame.focus()
    frame.contentWindow?.focus()
  }
  const focusShown = useEffectEvent(() => {
    if (keyboard === 'images' && !isInField() && !isCovered()) focus()
  })
  const press = () => store.takeKeyboard('images')
  /** Gives the focus back if the viewer has taken it by itself. In the second window it harms nobody: its keys do nothing. */
  const heedFocus = () => {
    if (keyboard !== 'report' || place.current?.ownerDocument !== document) return
    // Browsers ignore a focus that is moved while they move it.
    setTimeout(() => {
      if (store.state().keyboard === 'report' && !isInField() && !isCovered()) store.focusKeyboard()
    })
  }
  const keepAndShow = async (show: () => void) => {
    if (!(await store.saveNow())) return void notify.warning('Your measurements are not saved yet. Please try again.')
    // The reader has gone to another study, whose images are none of these.
    if (!store.visit.isOver()) show()
  }
  const loadAgain = () => {
    store.displayed.onReload()
    frames.loadAgain()
  }
  const studyId = study?._id
  const rail = useSeriesRail()
  const series = useSeries({
    studyId,
    isShown,
    frame: frontElement,
    before,
    undisplayed,
    partOf: store.displayed.partOf,
    onDrawn: store.displayed.onDrawn,
  })
  const nextSeries = () => {
    const next = series.find(
      (one) => !one.isDisplayed && !one.isPrior && !one.isUnsupported && (one.images > 0 || isOpened(one.modality)),
    )
    if (isShown && next) displayIn(frontElement(), next.uid)
  }
  const commands = useEffectEvent((): ImageCommands => ({ focus, frame: frontElement, nextSeries }))
  useLayoutEffect(() => store.registerImages(() => commands()), [store])
  useEffect(() => {
    if (isShown && studyId) focusShown()
  }, [isShown, studyId])
  const images = (
    <div className="relative grid size-full min-w-0 flex-1 place-items-center overflow-hidden bg-black text-sm text-[#9aa4ae]">
      {failure !== null && (
        <div role="alert" className="grid justify-items-center gap-3 px-6 text-center">
          Failed to open OHIF viewer. {reasonOf(failure)}
          <span className="flex flex-wrap justify-center gap-3">
            {study && isRefused && <Button onClick={() => void openArchiveViewer(study)}>Open in the archive viewer</Button>}
            <Button onClick={retry}>Try again</Button>
          </span>
        </div>
      )}
      {session === null && <p role="status">{sessionOver}</p>}
      {session && failure === null && !isShown && (
        <p role={standing === 'other' ? 'alert' : 'status'}>
          {waiting[standing]} {standing === 'opening' && awaited > 0 && loadingWords(awaited)}
        </p>
      )}
      {isShown && !isReplaced && isBlack && !isLate && (
        <Notice>
          <LoaderCircle size={16} className="animate-spin" aria-hidden />
          Opening the images. {loadingWords(awaited)}
        </Notice>
      )}
      {isOpen && !isReplaced && study && isLate && (
        <Notice>
          Some images have not appeared yet. {loadingWords(awaited, isLate)}
          <Button onClick={() => void openArchiveViewer(study)}>Open in the archive viewer</Button>
        </Notice>
      )}
      {isOpen && isReplaced && (
        <Notice>
          Images of this study were sent again. The viewer may show the former ones.
          {keepsDrawing ? ' Your measurements stay.' : ' Measurements are lost when the images are loaded again.'}
          <Button onClick={() => void keepAndShow(loadAgain)}>Load images again</Button>
        </Notice>
      )}
      {isOpen && !isReplaced && !isLate && late.missing > 0 && (
        <Notice>
          {plural(late.missing, 'image')} arrived after you opened the study.
          {keepsDrawing ? ' Your measurements stay.' : ' Measurements are lost when they are shown.'}
          <Button onClick={() => void keepAndShow(late.show)}>{late.isLoaded ? 'Show new images' : 'Load new images'}</Button>
        </Notice>
      )}
      {slots.map(
        (slot, index) =>
          slot && (
            <Frame
              key={slot.generation}
              slot={slot}
              name={study?.patientName ?? 'N/A'}
              isFront={index === front}
              isVisible={index === front && isShown}
              bindings={bindings}
              onElement={(element) => frames.hold(slot, element)}
              onKey={onKey}
              onPress={() => {
                press()
                // The viewer keeps a press from moving the focus.
                focus()
              }}
              onFocus={heedFocus}
              onGoOn={() => goOn(slot, index)}
            />
          ),
      )}
    </div>
  )
  return (
    <div
      ref={place}
      tabIndex={-1}
      data-keyboard-rest
      data-half
      className="relative flex size-full flex-col bg-black outline-none"
      onPointerDownCapture={press}
      // A press on a series leaves the focus on its button, and the keys must reach the images.
      onPointerUp={focus}
    >
      <KeyboardBar of="images" />
      <div className="flex min-h-0 flex-1">
        <SeriesRail
          series={series}
          {...rail}
          isQuiet={isReady && isShown}
          thumbnail={(uid) => thumbnailIn(frontElement(), uid)}
          onShow={(uid) => displayIn(frontElement(), uid)}
        />
        {images}
      </div>
    </div>
  )
}
