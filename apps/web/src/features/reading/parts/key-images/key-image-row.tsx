import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { imagePlaceWords } from '@readroom/report/image-place'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { KeyImagePicture } from '../../../../components/study/key-image-picture.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'

type Props = {
  studyId: string
  keyImage: KeyImage
  /** Its number, from 1 to `count`. */
  number: number
  count: number
  isEditable: boolean
  onCaption: (caption: string) => void
  /** Called when the caption loses the focus. */
  onCaptionLeft: () => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** Shows one key image of a report being written. Alt and an arrow key in its caption moves it. */
export function KeyImageRow({ studyId, keyImage, number, count, isEditable, onCaption, onCaptionLeft, onMove, onRemove }: Props) {
  const where = imagePlaceWords(keyImage)
  const name = `key image ${number}`
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className="flex gap-3">
      <KeyImagePicture
        studyId={studyId}
        keyImage={keyImage}
        alt={`Picture of ${name}`}
        className="h-18 w-24 shrink-0 rounded-sm border border-line"
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 items-center gap-1">
          <p className="num min-w-0 flex-1 truncate text-sm">
            <span className="font-semibold">Key image {number}</span>
            {where !== '' && <span className="text-text-2">, {where}</span>}
          </p>
          {isEditable && (
            <>
              <IconButton size="sm" label={`Move ${name} up`} disabled={number === 1} onClick={() => onMove(-1)}>
                <ArrowUp size={14} aria-hidden />
              </IconButton>
              <IconButton size="sm" label={`Move ${name} down`} disabled={number === count} onClick={() => onMove(1)}>
                <ArrowDown size={14} aria-hidden />
              </IconButton>
              <IconButton size="sm" label={`Remove ${name}`} onClick={onRemove}>
                <X size={14} aria-hidden />
              </IconButton>
            </>
          )}
        </div>
        {isEditable ? (
          <input
            dir="auto"
            aria-label={`Caption of ${name}`}
            placeholder="Caption"
            maxLength={200}
            value={keyImage.caption}
            onChange={({ target }) => onCaption(target.value)}
            onKeyDown={onKey}
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
}
