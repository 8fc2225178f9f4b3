import type { KeyImage } from '@readroom/contracts/key-images'
import { imagePlaceWords } from '@readroom/report/image-place'
import { ArrowDown, ArrowUp, CloudOff, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { KeyImagePicture } from '../../../components/study/key-image-picture.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { useKeyImages } from './use-key-images.ts'

type KeyImages = Pick<ReturnType<typeof useKeyImages>, 'state' | 'arrange' | 'caption'>
type Props = {
  studyId: string
  keyImages: KeyImages
  isEditable: boolean
  /** A caption is no longer written in. */
  onCaptionLeft: () => void
}

const nameOf = (number: number, keyImage: KeyImage) =>
  [`Key image ${number}`, imagePlaceWords(keyImage)].filter(Boolean).join(', ')

function moved(list: readonly KeyImage[], from: number, to: number): readonly KeyImage[] {
  const one = list[from]
  return one && list[to] ? list.toSpliced(from, 1).toSpliced(to, 0, one) : list
}

/** The key images of a report, below its text: nothing where there are none. Alt and an arrow in a caption moves its picture. */
export function KeyImagesPanel({ studyId, keyImages, isEditable, onCaptionLeft }: Props) {
  const { list, save, isAdding } = keyImages.state
  const rows = useRef<HTMLOListElement>(null)
  if (list.length === 0 && !isAdding) return null

  const focusCaption = (place: number) =>
    requestAnimationFrame(() => rows.current?.querySelectorAll('input')[Math.max(0, place)]?.focus())
  const move = (from: number, to: number) => {
    if (to < 0 || to >= list.length) return
    keyImages.arrange(moved(list, from, to))
    focusCaption(to)
  }
  const remove = (place: number) => {
    keyImages.arrange(list.toSpliced(place, 1))
    focusCaption(Math.min(place, list.length - 2))
  }
  const onKey = (event: KeyboardEvent, place: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined || !event.altKey) return
    event.preventDefault()
    move(place, place + step)
  }
  return (
    <section aria-label="Key images" className="border-t border-line px-4 pt-2.5 pb-4">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold text-text-2">Key images</h3>
        {isAdding && (
          <p role="status" className="text-sm text-text-2">
            Storing the picture
          </p>
        )}
        {save === 'failing' && (
          <p role="alert" className="flex items-center gap-1.5 text-sm text-red-fg">
            <CloudOff size={14} aria-hidden className="shrink-0" /> Captions and order are not saved, retrying
          </p>
        )}
      </div>
      <ol ref={rows} className="mt-1.5 grid gap-2">
        {list.map((keyImage, place) => {
          const name = nameOf(place + 1, keyImage)
          return (
            <li key={keyImage.id} className="flex gap-3">
              <KeyImagePicture
                {...{ studyId, keyImage }}
                alt={name}
                className="h-18 w-24 shrink-0 rounded-sm border border-line"
              />
              <div className="min-w-0 flex-1">
                <div className="flex items-center gap-1">
                  <p className="num min-w-0 flex-1 truncate text-sm">
                    <span className="font-semibold">Key image {place + 1}</span>
                    <span className="text-text-2">{imagePlaceWords(keyImage) && `, ${imagePlaceWords(keyImage)}`}</span>
                  </p>
                  {isEditable && (
                    <>
                      <IconButton
                        size="sm"
                        label={`Move key image ${place + 1} up`}
                        disabled={place === 0}
                        onClick={() => move(place, place - 1)}
                      >
                        <ArrowUp size={14} aria-hidden />
                      </IconButton>
                      <IconButton
                        size="sm"
                        label={`Move key image ${place + 1} down`}
                        disabled={place === list.length - 1}
                        onClick={() => move(place, place + 1)}
                      >
                        <ArrowDown size={14} aria-hidden />
                      </IconButton>
                      <IconButton size="sm" label={`Remove key image ${place + 1}`} onClick={() => remove(place)}>
                        <X size={14} aria-hidden />
                      </IconButton>
                    </>
                  )}
                </div>
                {isEditable ? (
                  <input
                    dir="auto"
                    aria-label={`Caption of key image ${place + 1}`}
                    placeholder="Caption"
                    maxLength={200}
                    value={keyImage.caption}
                    onChange={({ target }) => keyImages.caption(keyImage.id, target.value)}
                    onKeyDown={(event) => onKey(event, place)}
                    onBlur={onCaptionLeft}
                    className="mt-1 h-8 w-full rounded-sm border border-line-strong bg-surface px-2 text-md text-text outline-none focus:border-focus focus:ring-2 focus:ring-focus/30"
                  />
                ) : (
                  <p dir="auto" className="mt-1 break-words">
                    {keyImage.caption}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
