import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { CloudOff } from 'lucide-react'
import { useRef } from 'react'
import { KeyImageRow } from './key-image-row.tsx'
import type { useKeyImages } from './use-key-images.ts'

type Props = {
  studyId: string
  keyImages: Pick<ReturnType<typeof useKeyImages>, 'list' | 'arrange' | 'caption'>
  /** True while a picture is being stored. */
  isAdding: boolean
  /** True if the last attempt to save order and captions failed. */
  isFailing: boolean
  isEditable: boolean
  /** Called when a caption loses the focus. */
  onLeft: () => void
}

function moved(list: readonly KeyImage[], from: number, to: number): readonly KeyImage[] {
  const one = list[from]
  return one ? list.toSpliced(from, 1).toSpliced(to, 0, one) : list
}

/** Shows the key images of a report, below its text. Renders nothing if there are none. */
export function KeyImagesPanel({ studyId, keyImages, isAdding, isFailing, isEditable, onLeft }: Props) {
  const { list } = keyImages
  const rows = useRef<HTMLOListElement>(null)
  if (list.length === 0 && !isAdding) return null

  /** Focuses a caption after a move has rendered the rows again. */
  const focusCaption = (place: number) => requestAnimationFrame(() => rows.current?.querySelectorAll('input')[place]?.focus())
  const move = (from: number, by: -1 | 1) => {
    const to = from + by
    if (to < 0 || to >= list.length) return
    keyImages.arrange(moved(list, from, to))
    focusCaption(to)
  }
  const remove = (place: number) => {
    keyImages.arrange(list.toSpliced(place, 1))
    focusCaption(Math.min(place, list.length - 2))
  }
  return (
    <section aria-label="Key images" className="border-t border-line px-4 pt-2.5 pb-4">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold text-text-2">Key images</h3>
        {isAdding && (
          <p role="status" className="text-sm text-text-2">
            Saving the key image
          </p>
        )}
        {isFailing && (
          <p role="alert" className="flex items-center gap-1.5 text-sm text-red-fg">
            <CloudOff size={14} aria-hidden className="shrink-0" /> Captions and order are not saved, retrying
          </p>
        )}
      </div>
      <ol ref={rows} className="mt-1.5 grid gap-2.5">
        {list.map((keyImage, place) => (
          <KeyImageRow
            key={keyImage.id}
            studyId={studyId}
            keyImage={keyImage}
            isEditable={isEditable}
            number={place + 1}
            count={list.length}
            onCaption={(caption) => keyImages.caption(keyImage.id, caption)}
            onCaptionLeft={onLeft}
            onMove={(by) => move(place, by)}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
    </section>
  )
}
