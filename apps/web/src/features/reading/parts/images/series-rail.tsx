import { isOpened } from '@readroom/contracts/studies/modalities'
import { Check, ChevronLeft, ChevronRight, FileText } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { cx } from '../../../../lib/cx.ts'
import { plural } from '../../../../lib/format.ts'
import type { ShownSeries } from './use-series.ts'

const key = 'readroom-series'
const roomy = '(min-width: 1280px)'

/** Keeps the series list open or closed as the reader left it. At first it is open if the screen has room. */
export function useSeriesRail() {
  const [isOpen, setOpen] = useState(() => {
    const chosen = localStorage.getItem(key)
    return chosen === null ? window.matchMedia(roomy).matches : chosen === 'open'
  })
  const onToggle = () => {
    localStorage.setItem(key, isOpen ? 'closed' : 'open')
    setOpen(!isOpen)
  }
  return { isOpen, onToggle }
}

const nameOf = ({ description, modality }: ShownSeries) => description || modality || 'Series'

/** Returns true if a signature asks about the series. It does not ask about marks that nobody can open, such as presentation states. */
const isLeft = (one: ShownSeries) => isOpened(one.modality) && !one.isDisplayed && !one.isPrior

function leftWords({ shown, images, undrawn, curves }: ShownSeries): string {
  if (curves > 0) return [shown > 0 ? 'Drawn' : 'Not opened', undrawn > 0 && 'other groups not shown'].filter(Boolean).join(', ')
  if (undrawn > 0) return `${undrawn} not drawn`
  return shown > 0 ? `${shown} of ${images}` : 'Not opened'
}

function contentWords({ isUnsupported, modality, images, curves }: ShownSeries): string {
  if (isUnsupported) return `${modality} not shown by this viewer`.trim()
  if (curves > 0) return plural(curves, 'group of curves', 'groups of curves')
  return images === 0 ? 'Document' : plural(images, 'image')
}

type ItemProps = { one: ShownSeries; isQuiet: boolean; thumbnail: (uid: string) => Promise<string | null>; onShow: () => void }

/** Shows a series, or an image of it. Its thumbnail is requested when nothing else is loading. */
function SeriesItem({ one, isQuiet, thumbnail, onShow }: ItemProps) {
  const { uid } = one
  const [picture, setPicture] = useState<string | null>(null)
  const ask = useEffectEvent(thumbnail)
  const isAsked = isQuiet && !one.isUnsupported
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    void ask(uid).then((found) => !isOver && setPicture(found))
    return () => {
      isOver = true
    }
  }, [uid, isAsked])
  return (
    <li>
      <button
        type="button"
        aria-current={one.isInViewport || undefined}
        disabled={one.isUnsupported}
        onClick={onShow}
        className={cx(
          'grid w-full gap-1 border-l-2 px-2 py-1.5 text-left text-xs text-[#c3cad1] outline-offset-[-2px]!',
          one.isInViewport ? 'border-[#4cc3d9] bg-white/10' : 'border-transparent enabled:hover:bg-white/5',
        )}
      >
        <span className="relative grid aspect-square w-full place-items-center overflow-hidden rounded-sm bg-black">
          {picture ? <img src={picture} alt="" className="size-full object-contain" /> : <FileText size={18} aria-hidden />}
          {one.isDisplayed && !one.isPrior && !one.isUnsupported && (
            <span className="absolute top-1 right-1 rounded-full bg-black/80 p-0.5 text-[#63d297]">
              <Check size={12} aria-hidden />
            </span>
          )}
        </span>
        <span className="line-clamp-2 break-words">
          {one.number !== null && <span className="num text-[#9aa4ae]">{one.number} </span>}
          <bdi>{nameOf(one)}</bdi>
          {one.image !== null && <span className="num text-[#9aa4ae]">, image {one.image}</span>}
        </span>
        <span className="num flex flex-wrap justify-between gap-x-1 text-2xs text-[#9aa4ae]">
          {contentWords(one)}
          {isLeft(one) && <span className="font-medium text-[#e9c46a]">{leftWords(one)}</span>}
        </span>
      </button>
    </li>
  )
}

type Props = {
  series: readonly ShownSeries[]
  isOpen: boolean
  onToggle: () => void
  /** True if nothing else is loading. */
  isQuiet: boolean
  thumbnail: (uid: string) => Promise<string | null>
  onShow: (uid: string) => void
}

/** Shows the series of the study beside its images: how many there are, and which are still unopened. */
export function SeriesRail({ series, isOpen, onToggle, isQuiet, thumbnail, onShow }: Props) {
  const own = series.filter(({ isPrior }) => !isPrior)
  const priors = series.filter(({ isPrior }) => isPrior)
  const left = own.filter((one) => isLeft(one) && one.shown === 0 && one.undrawn === 0).length
  const parts = own.filter((one) => isLeft(one) && (one.shown > 0 || one.undrawn > 0)).length
  const items = (some: readonly ShownSeries[]) =>
    some.map((one) => (
      <SeriesItem key={one.uid} one={one} isQuiet={isQuiet} thumbnail={thumbnail} onShow={() => onShow(one.uid)} />
    ))
  const images = own.reduce((sum, one) => sum + one.images, 0)
  const Arrow = isOpen ? ChevronLeft : ChevronRight
  return (
    <nav
      aria-label="Series of the study"
      className={cx('flex h-full shrink-0 flex-col border-r border-white/15 bg-[#0b0e11]', isOpen ? 'w-28' : 'w-8')}
    >
      <div className="flex min-h-8 items-center justify-between gap-1 pl-2 text-2xs text-[#c3cad1]">
        {isOpen && own.length > 0 && (
          <p className="num py-1">
            {plural(new Set(own.map(({ seriesUid }) => seriesUid)).size, 'series', 'series')}
            <br />
            {images > 0 && plural(images, 'image')}
          </p>
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Hide series' : 'Show series'}
          onClick={onToggle}
          className="ml-auto grid size-8 shrink-0 place-items-center outline-offset-[-2px]! hover:bg-white/10"
        >
          <Arrow size={14} aria-hidden />
        </button>
      </div>
      {[[left, 'not opened'] as const, [parts, 'in part'] as const].map(
        ([count, words]) =>
          count > 0 && (
            <p key={words} className="num px-2 pb-1 text-2xs font-medium text-[#e9c46a]">
              {count}
              {isOpen && ` ${words}`}
            </p>
          ),
      )}
      {isOpen && (
        <ul className="min-h-0 flex-1 overflow-y-auto">
          {items(own)}
          {priors.length > 0 && <li className="px-2 pt-2 pb-1 text-2xs font-medium text-[#9aa4ae] uppercase">Prior</li>}
          {items(priors)}
        </ul>
      )}
    </nav>
  )
}
