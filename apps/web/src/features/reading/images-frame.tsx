import type { WorklistRow } from '@readroom/contracts/studies'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { reasonOf } from '../../lib/api/api-error.ts'
import { viewerAddress } from '../viewer/open-viewer.ts'

type Props = {
  study: WorklistRow
  priorId: string | undefined
  /** The viewer has asked for the images. */
  onOpened: () => void
  /** A key that was pressed on the images. */
  onKey: (event: KeyboardEvent) => void
}

/** The viewer's address, once: its ticket is used up by being opened. */
function useAddress(studyId: string, priorId: string | undefined, tries: number) {
  const [address, setAddress] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let isOver = false
    setAddress(null)
    setFailure(null)
    viewerAddress(studyId, 'ohif', priorId).then(
      (found) => !isOver && setAddress(found),
      (error: unknown) => !isOver && setFailure(error),
    )
    return () => {
      isOver = true
    }
  }, [studyId, priorId, tries])
  return { address, failure }
}

/** The images of a study in the page: OHIF in a frame. Whoever shows another study makes another frame. */
export function ImagesFrame({ study, priorId, onOpened, onKey }: Props) {
  const [tries, setTries] = useState(0)
  const { address, failure } = useAddress(study._id, priorId, tries)
  const frame = useRef<HTMLIFrameElement>(null)
  const opened = useEffectEvent(onOpened)
  const heardKey = useEffectEvent(onKey)

  // Its keys belong to the viewer, but for those that lead back to the report.
  const listen = () => {
    frame.current?.contentWindow?.addEventListener('keydown', (event) => heardKey(event), true)
    opened()
  }
  return (
    <div className="grid h-full place-items-center bg-black text-sm text-[#9aa4ae]">
      {failure !== null && (
        <div role="alert" className="grid justify-items-center gap-3 px-6 text-center">
          Failed to open OHIF viewer. {reasonOf(failure)}
          <Button onClick={() => setTries(tries + 1)}>Try again</Button>
        </div>
      )}
      {failure === null && address === null && <p role="status">Opening the images...</p>}
      {address !== null && (
        <iframe
          ref={frame}
          data-images
          title={`Images of ${study.patientName ?? 'N/A'}`}
          src={address}
          onLoad={listen}
          allow="fullscreen"
          className="block size-full border-0 bg-black"
        />
      )}
    </div>
  )
}
