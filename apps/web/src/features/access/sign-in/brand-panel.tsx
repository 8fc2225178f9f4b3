import { type FocusEvent, lazy, useState } from 'react'
import { Brand } from '../../../components/ui/brand.tsx'
import { Part } from '../../../components/ui/part.tsx'
import { cx } from '../../../lib/cx.ts'
import { useRotation } from '../../../lib/hooks/use-rotation.ts'
import { CarouselDots } from './carousel-dots.tsx'
import { type Slide, slides } from './slides/slides.ts'

/** Returns whether the pointer or the keyboard focus is on an element, and the handlers to spread on it. */
function useHeld() {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const handlers = {
    onMouseEnter: () => setHovered(true),
    onMouseLeave: () => setHovered(false),
    onFocus: (event: FocusEvent) => setFocused(event.target.matches(':focus-visible')),
    onBlur: () => setFocused(false),
  }
  return [hovered || focused, handlers] as const
}

const LearnMoreDialog = lazy(() => import('./learn-more-dialog.tsx'))

const slideMs = 5000

/** Returns the class of a slide. All slides are stacked, so that the panel keeps its size. The current one fades in. */
const layer = (shown: boolean) => cx('transition-opacity duration-(--dur-slow)', !shown && 'opacity-0')

/** Shows the pictures of the slides. The first loads with the page, the others after it. */
function Pictures({ current }: { current: number }) {
  const [firstLoaded, setFirstLoaded] = useState(false)
  const wanted = firstLoaded ? slides : slides.slice(0, 1)
  return (
    <div className="max-lg:absolute max-lg:top-3 max-lg:right-2 max-lg:h-32 max-lg:w-37 max-lg:opacity-70 lg:relative lg:min-h-60 lg:flex-1">
      {wanted.map(({ picture }, index) => (
        <img
          key={picture}
          src={picture}
          alt=""
          loading={index === 0 ? 'eager' : 'lazy'}
          onLoad={() => setFirstLoaded(true)}
          className={cx('absolute inset-0 size-full object-contain', layer(index === current))}
        />
      ))}
    </div>
  )
}

function Words({ current, held }: { current: number; held: boolean }) {
  return (
    <div className="grid max-lg:max-w-52" aria-live={held ? 'polite' : 'off'}>
      {slides.map(({ title, text }, index) => (
        <div key={title} aria-hidden={index !== current} className={cx('col-start-1 row-start-1', layer(index === current))}>
          <h2 className="text-xl font-semibold tracking-tight lg:text-2xl">{title}</h2>
          <p className="mt-1 max-w-120 text-md text-panel-text-2 lg:text-lg">{text}</p>
        </div>
      ))}
    </div>
  )
}

/** Shows the decorative half of the sign-in page: contour drawings and what the product does. */
export function BrandPanel() {
  const [more, setMore] = useState<Slide | null>(null)
  const [touched, handlers] = useHeld()
  const held = touched || more !== null
  const [current, show] = useRotation(slides.length, slideMs, held)
  return (
    <>
      <aside
        aria-label="About Readroom"
        className="relative order-first flex flex-col gap-4 overflow-hidden bg-panel p-5 text-panel-text max-lg:pb-2 lg:gap-8 lg:p-12"
        {...handlers}
      >
        <Brand className="text-lg" markClass="text-panel-mark" />
        <Pictures current={current} />
        <Words current={current} held={held} />
        <div className="flex items-center justify-between gap-6 max-lg:-mt-2 max-lg:flex-row-reverse max-lg:justify-end lg:-mt-2 lg:max-w-130">
          <button
            type="button"
            onClick={() => setMore(slides[current] ?? null)}
            className="h-9 rounded-sm border border-panel-line/60 px-3.5 font-medium hover:border-panel-line hover:bg-panel-line/10 focus-visible:outline-panel-mark max-lg:h-11 max-lg:border-transparent max-lg:px-2 max-lg:text-panel-text-2"
          >
            Learn More
          </button>
          <CarouselDots current={current} onChoose={show} />
        </div>
      </aside>
      {more && (
        <Part onClose={() => setMore(null)}>
          <LearnMoreDialog slide={more} onClose={() => setMore(null)} />
        </Part>
      )}
    </>
  )
}
