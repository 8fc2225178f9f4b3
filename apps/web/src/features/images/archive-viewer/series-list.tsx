import type { ViewedSeries } from '@readroom/contracts/images/archive-viewer'
import { Fact } from '../../../components/study/study-facts.tsx'
import { cx } from '../../../lib/cx.ts'
import { plural } from '../../../lib/format.ts'

type Props = { series: readonly ViewedSeries[]; shown: ViewedSeries; onShow: (series: ViewedSeries) => void }

/** Shows the study's series, beside the images or, on narrow screens, as a strip above them. */
export function SeriesList({ series, shown, onShow }: Props) {
  return (
    <nav aria-label="Series" className="shrink-0 border-line bg-canvas max-lg:border-b lg:w-64 lg:overflow-y-auto lg:border-r">
      <ul className="flex max-lg:overflow-x-auto lg:flex-col">
        {series.map((one) => {
          const isShown = one._id === shown._id
          return (
            <li key={one._id} className="max-lg:shrink-0">
              <button
                type="button"
                aria-current={isShown || undefined}
                onClick={() => onShow(one)}
                className={cx(
                  'flex min-h-13 w-full items-baseline gap-2.5 border-line px-4 py-2 text-left outline-offset-[-2px] max-lg:max-w-60 max-lg:border-r lg:border-b',
                  isShown
                    ? 'bg-accent-wash shadow-[inset_0_-3px_0_var(--color-accent)] lg:shadow-[inset_3px_0_0_var(--color-accent)]'
                    : 'hover:bg-hover',
                )}
              >
                <span className="num w-5 shrink-0 text-right text-sm text-text-3">{one.seriesNumber ?? ''}</span>
                <span className="min-w-0">
                  <span className="line-clamp-2 font-medium break-words">
                    <Fact value={one.description} />
                  </span>
                  <span className="num block text-sm whitespace-nowrap text-text-2">
                    <Fact value={one.modality} />
                    {one.bodyPart && <> · {one.bodyPart}</>} · {plural(one.numberOfImages, 'image')}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
