import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { type UndrawnAnswer, undrawnAnswers } from '@readroom/contracts/reading/report-drafts'
import { isImaging } from '@readroom/contracts/studies/modalities'
import { plural } from '../../../../lib/format.ts'

type ListProps = { title: string; series: readonly ReadSeries[]; countOf: (one: ReadSeries) => string }

function SeriesList({ title, series, countOf }: ListProps) {
  if (series.length === 0) return null
  return (
    <div>
      <p className="mb-1 font-medium">{title}</p>
      <ul className="list-disc pl-5">
        {series.map((one) => (
          <li key={one.seriesInstanceUid}>
            {one.number !== null && <span className="num">{one.number} </span>}
            <bdi>{one.description || one.modality}</bdi> ({countOf(one)})
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Lists the series that the signer has not opened, or opened in part. */
export function UnseenSeries({ series }: { series: readonly ReadSeries[] }) {
  return (
    <>
      <SeriesList
        title="Not opened:"
        series={series.filter(({ shown }) => shown === 0)}
        countOf={({ imageCount, modality }) => plural(imageCount, isImaging(modality) ? 'image' : 'document')}
      />
      <SeriesList
        title="Opened in part:"
        series={series.filter(({ shown }) => shown > 0)}
        countOf={({ shown, frames }) => `${shown} of ${plural(frames, 'image')}`}
      />
    </>
  )
}

const answerWords: Record<UndrawnAnswer, string> = {
  'undrawn-archive': 'In the archive viewer',
  'undrawn-elsewhere': 'On another workstation',
  'undrawn-unseen': 'I have not seen them',
}

type UndrawnProps = {
  series: readonly ReadSeries[]
  answer: UndrawnAnswer | null
  onAnswer: (answer: UndrawnAnswer) => void
}

/** Asks how the signer saw the images that the viewer could not draw. */
export function UndrawnSeries({ series, answer, onAnswer }: UndrawnProps) {
  return (
    <div className="grid gap-3">
      <SeriesList
        title="Images that could not be drawn:"
        series={series}
        countOf={({ undrawn, shown, frames }) => {
          const words = `${undrawn} of ${plural(frames, 'image')}`
          return shown === 0 && undrawn < frames ? `${words}, the others were not shown` : words
        }}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">How did you see them?</legend>
        {undrawnAnswers.map((value) => (
          <label key={value} className="flex items-center gap-2">
            <input type="radio" name="undrawn" checked={answer === value} onChange={() => onAnswer(value)} />
            {answerWords[value]}
          </label>
        ))}
      </fieldset>
    </div>
  )
}
