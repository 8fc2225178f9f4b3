import { cx } from '../../../lib/cx.ts'
import { slides } from './slides/slides.ts'

/** Shows one dot per slide. The button around each is large enough for a finger. */
export function CarouselDots({ current, onChoose }: { current: number; onChoose: (index: number) => void }) {
  return (
    <div className="-mx-1.5 flex">
      {slides.map(({ title }, index) => (
        <button
          key={title}
          type="button"
          aria-label={`Show slide ${index + 1} of ${slides.length}: ${title}`}
          aria-current={index === current ? 'true' : undefined}
          onClick={() => onChoose(index)}
          className="group grid h-11 place-items-center rounded-sm px-1.5 focus-visible:outline-panel-mark"
        >
          <span
            className={cx(
              'h-1 rounded-full transition-[width,background-color] duration-(--dur-slow)',
              index === current ? 'w-5.5 bg-panel-mark' : 'w-2 bg-panel-line/50 group-hover:bg-panel-line',
            )}
          />
        </button>
      ))}
    </div>
  )
}
