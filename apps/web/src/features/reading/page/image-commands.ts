import type { Prior } from '@readroom/contracts/images/priors'
import { notify } from '../../../lib/notify.tsx'
import { comparablePrior, comparisonWords, dateOfPrior } from '../parts/compare/comparable-prior.ts'
import { measurementSentence } from '../parts/images/image-words.ts'
import type { Images } from '../parts/images/use-images.ts'
import type { Opening } from '../requests/reading.queries.ts'
import { keyImageIn, measurementsIn } from '../requests/viewer-frame.ts'
import type { ReadingStore } from '../session/reading-store.ts'

type Options = { store: ReadingStore; study: Opening['study'] | null; images: Images; priors: readonly Prior[] }

/** Provides the commands that lead from the images to the report and back, under the names of their keys. */
export function imageCommands({ store, study, images, priors }: Options) {
  const mayTake = () => store.isMine() && store.isInFront()

  return {
    measuredImage: () => store.annotations.show(store.report()?.measuredHere() ?? []),
    nextSeries: () => store.images()?.nextSeries(),

    /** Moves the images to a second window, or back. */
    apart() {
      if (images.isApart) images.bringBack()
      else if (images.moveOut()) store.setStanding('opening')
    },

    /** Moves the keyboard from the report to the images, or back. */
    images() {
      const isInImages = store.state().keyboard === 'images'
      if (!isInImages) images.show()
      else if (images.isApart) window.focus()
      store.giveKeyboard(isInImages ? 'report' : 'images')
    },

    measurements() {
      if (!mayTake()) return
      const { text, ids } = measurementSentence(measurementsIn(store.frame()), study?.studyInstanceUID)
      if (text === '') notify.info('No measurements in the images')
      else store.report()?.insertSentence(text, ids)
    },

    keyImage() {
      if (study && mayTake()) store.report()?.takeKeyImage(keyImageIn(store.frame(), study.studyInstanceUID))
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
}
