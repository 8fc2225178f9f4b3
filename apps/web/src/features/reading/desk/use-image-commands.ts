import type { Prior } from '@readroom/contracts/images/priors'
import { useRef } from 'react'
import { notify } from '../../../lib/notify.tsx'
import { comparablePrior, comparisonWords, dateOfPrior } from '../compare/comparable-prior.ts'
import { measurementSentence } from '../images/image-words.ts'
import { keyImageIn, measurementsIn, showAnnotationIn } from '../images/viewer-frame.ts'
import type { Opening } from '../reading.queries.ts'
import type { ReadingStore } from '../reading-store.ts'
import type { Images } from '../use-images.ts'

type Options = { store: ReadingStore; study: Opening['study'] | null; images: Images; priors: readonly Prior[] }

/** Provides the commands that lead from the images to the report and back, under the names of their keys. */
export function useImageCommands({ store, study, images, priors }: Options) {
  const lastShown = useRef('')
  const frame = () => store.images()?.frame() ?? null
  const mayTake = () => store.isMine() && store.isInFront()

  /** Shows one annotation in the images, each time the next one. */
  const showMeasured = (ids: readonly string[]) => {
    const [first = ''] = ids
    const id = ids[ids.indexOf(lastShown.current) + 1] ?? first
    lastShown.current = id
    if (ids.length > 0 && !showAnnotationIn(frame(), id)) notify.info('This measurement is no longer in the images')
  }

  const commands = {
    measuredImage: () => showMeasured(store.report()?.measuredHere() ?? []),
    nextSeries: () => store.images()?.nextSeries(),

    /** Moves the images to a second window, or back. */
    apart() {
      if (images.isApart) images.bringBack()
      else if (images.moveOut()) store.setStanding('opening')
    },

    /** Moves the focus from the report to the images, or back. */
    images() {
      const front = frame()
      if (!images.isApart && document.activeElement === front) return store.report()?.focus()
      images.show()
      front?.contentWindow?.focus()
    },

    measurements() {
      if (!mayTake()) return
      const { text, ids } = measurementSentence(measurementsIn(frame()), study?.studyInstanceUID)
      if (text === '') notify.info('No measurements in the images')
      else store.report()?.insertSentence(text, ids)
    },

    keyImage() {
      if (study && mayTake()) store.report()?.takeKeyImage(keyImageIn(frame(), study.studyInstanceUID))
    },

    /** Shows the newest comparable prior beside the study, or hides it. */
    compare() {
      if (store.state().priorId !== null) return store.showBeside(null)
      const prior = study && comparablePrior(study, priors)
      if (!prior) return notify.info(priors.length > 0 ? 'No prior of the same body part' : 'No earlier study of this patient')
      store.showBeside(prior._id)
      if (store.isMine()) store.report()?.fill('comparison', comparisonWords(prior), `prior:${dateOfPrior(prior)}`)
    },
  }
  return { commands, showMeasured }
}
