import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { cx } from '../../../lib/cx.ts'
import { sessionOver, useSession } from '../../../lib/session/session.ts'
import { openArchiveViewer } from '../../viewer/open-viewer.ts'
import type { Slot, Standing } from './frame-slots.ts'
import { type FramesOptions, useFrames } from './use-frames.ts'
import { hearKeys } from './viewer-frame.ts'

type FrameProps = {
  slot: Slot
  name: string
  isFront: boolean
  isVisible: boolean
  onElement: (element: HTMLIFrameElement | null) => void
  onKey: (event: KeyboardEvent) => void
  onGoOn: () => void
}

/** One viewer. It has its full size also where it is not seen, so that what is drawn behind is drawn as it will be shown. */
function Frame({ slot, name, isFront, isVisible, onElement, onKey, onGoOn }: FrameProps) {
  const heardKey = useEffectEvent(onKey)
  const goOn = useEffectEvent(onGoOn)
  const { src, page } = slot
  useEffect(() => {
    if (page.address !== src) goOn()
  }, [page.address, src])
  return (
    <iframe
      ref={onElement}
      data-images={isFront ? '' : undefined}
      data-images-ahead={isFront ? undefined : ''}
      title={isFront ? `Images of ${name}` : 'Images of the next study'}
      src={src}
      inert={!isVisible}
      aria-hidden={!isVisible}
      // Its keys belong to the viewer, but for those that lead back to the report.
      onLoad={({ currentTarget }) => hearKeys(currentTarget, (event) => heardKey(event))}
      allow="fullscreen"
      className={cx('absolute inset-0 block size-full border-0 bg-black', isVisible ? 'z-1' : 'pointer-events-none')}
      // Whatever styles there are: it may be the images of somebody else.
      style={isVisible ? undefined : { opacity: 0 }}
    />
  )
}

/** Stands over the viewer, at its lower edge. */
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

export type StageProps = FramesOptions & {
  onKey: (event: KeyboardEvent) => void
  onStanding: (standing: Standing) => void
  /** Where the page finds the frame in front. */
  frontFrame: { current: (() => HTMLIFrameElement | null) | null }
  /** The reader works in the images: the keys stay theirs when another study comes to the front. */
  keepsFocus: () => boolean
}

/** The images of a study: nothing of a frame is seen unless it shows the study of the record, and only that. */
export function ImagesStage({ onKey, onStanding, frontFrame, keepsFocus, ...options }: StageProps) {
  const { slots, front, standing, isLate, missing, loadAgain, failure, retry, hold, goOn, frontElement } = useFrames(options)
  const tell = useEffectEvent(onStanding)
  useEffect(() => tell(standing), [standing])
  frontFrame.current = frontElement
  const { session } = useSession()
  const isShown = standing === 'same' && failure === null && session !== null
  const isOpen = session !== null && failure === null && standing !== 'other'
  const { study } = options
  const focus = useEffectEvent(() => {
    if (!keepsFocus()) return
    // The element as well: it may have lost the focus by being inert while its window still has it.
    frontElement()?.focus()
    frontElement()?.contentWindow?.focus()
  })
  const studyId = study?._id
  useEffect(() => {
    if (isShown && studyId) focus()
  }, [isShown, studyId])
  return (
    <div className="relative grid size-full place-items-center overflow-hidden bg-black text-sm text-[#9aa4ae]">
      {failure !== null && (
        <div role="alert" className="grid justify-items-center gap-3 px-6 text-center">
          Failed to open OHIF viewer. {reasonOf(failure)}
          <Button onClick={retry}>Try again</Button>
        </div>
      )}
      {session === null && <p role="status">{sessionOver}</p>}
      {session && failure === null && !isShown && <p role={standing === 'other' ? 'alert' : 'status'}>{waiting[standing]}</p>}
      {isOpen && study && isLate && (
        <Notice>
          Not all images have appeared yet.
          <Button onClick={() => void openArchiveViewer(study)}>Open in the archive viewer</Button>
        </Notice>
      )}
      {isOpen && !isLate && missing > 0 && (
        <Notice>
          {missing === 1 ? '1 image' : `${missing} images`} came after you opened the study. Measurements are lost when they are
          loaded.
          <Button onClick={loadAgain}>Load new images</Button>
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
              onElement={(element) => hold(slot, element)}
              onKey={onKey}
              onGoOn={() => goOn(slot, index)}
            />
          ),
      )}
    </div>
  )
}
