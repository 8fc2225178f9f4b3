import type { ReadSeries } from '@readroom/contracts/reading/reading'
import { type UndrawnAnswer, undrawnAnswers } from '@readroom/contracts/reading/report-drafts'
import type { UndisplayedSeries } from '@readroom/contracts/reading/report-versions'
import { partWords } from '@readroom/contracts/studies/modalities'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { plural } from '../../../../lib/format.ts'
import { openArchiveViewer, wasOpenedInArchive } from '../../../images/viewer/open-viewer.ts'

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
        countOf={({ imageCount, modality }) => plural(imageCount, ...partWords(modality))}
      />
      <SeriesList
        title="Opened in part:"
        series={series.filter(({ shown }) => shown > 0)}
        countOf={({ shown, frames, modality }) => `${shown} of ${plural(frames, ...partWords(modality))}`}
      />
    </>
  )
}

const answerWords: Record<UndrawnAnswer, string> = {
  'undrawn-archive': 'In the archive viewer',
  'undrawn-elsewhere': 'On another workstation',
  'undrawn-unseen': 'I have not seen them',
}

/** Returns the reader's answer when they last signed, if it was about all of these images. Null otherwise. */
export function answerBefore(undrawn: readonly ReadSeries[], answered: readonly UndisplayedSeries[]): UndrawnAnswer | null {
  const said = undrawn.map((one) => {
    const isSame = ({ number, modality, description }: UndisplayedSeries) =>
      number === one.number && modality === one.modality && description === one.description
    return answered.find((before) => isSame(before) && before.images >= one.undrawn)?.said
  })
  const [first, ...others] = new Set(said)
  return first !== undefined && first !== 'series' && others.length === 0 ? first : null
}

type UndrawnProps = {
  study: WorklistRow
  series: readonly ReadSeries[]
  answer: UndrawnAnswer | null
  onAnswer: (answer: UndrawnAnswer) => void
}

/** Asks how the signer saw the images that the viewer could not draw. */
export function UndrawnSeries({ study, series, answer, onAnswer }: UndrawnProps) {
  const [isOpened, setOpened] = useState(() => answer === 'undrawn-archive' || wasOpenedInArchive(study))
  const openIt = async () => {
    await openArchiveViewer(study)
    setOpened(wasOpenedInArchive(study))
  }
  return (
    <div className="grid gap-3">
      <SeriesList
        title="Not drawn by the viewer:"
        series={series}
        countOf={({ undrawn, shown, frames, modality }) => {
          const words = `${undrawn} of ${plural(frames, ...partWords(modality))}`
          return shown === 0 && undrawn < frames ? `${words}, the others were not shown` : words
        }}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-medium">How did you see them?</legend>
        {undrawnAnswers.map((value) => {
          const isMissing = value === 'undrawn-archive' && !isOpened
          return (
            <div key={value} className="flex items-center justify-between gap-2">
              <label className="flex items-center gap-2">
                <input
                  type="radio"
                  name="undrawn"
                  disabled={isMissing}
                  checked={answer === value}
                  onChange={() => onAnswer(value)}
                />
                {answerWords[value]}
              </label>
              {isMissing && <Button onClick={() => void openIt()}>Open archive viewer</Button>}
            </div>
          )
        })}
      </fieldset>
    </div>
  )
}
