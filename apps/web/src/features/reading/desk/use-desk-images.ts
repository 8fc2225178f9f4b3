import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ImagesBeside } from '../images/images-beside.ts'
import { type Opening, priorsOptions } from '../reading.queries.ts'
import type { ReadingStore } from '../reading-store.ts'
import { useImages } from '../use-images.ts'
import { useDeskAnnotations } from './use-desk-annotations.ts'
import { useImageCommands } from './use-image-commands.ts'

type Options = { store: ReadingStore; opening: Opening | null }

/** Provides the images beside the report: where they are shown, the annotations, the priors and the commands. */
export function useDeskImages({ store, opening }: Options) {
  const { studyId } = store
  const study = opening?.study ?? null
  const images = useImages()
  const { data: priors = [] } = useQuery({ ...priorsOptions(studyId), enabled: study !== null })
  const annotations = useDeskAnnotations({ store, opening })
  const { commands, showMeasured } = useImageCommands({ store, study, images, priors })
  const worksInImages = useRef(false)
  const keepsFocus = () => worksInImages.current

  const beside: ImagesBeside = {
    annotations,
    onMeasured: showMeasured,
    keepsFocus,
  }
  return {
    images,
    annotations,
    priors,
    commands,
    /** The images as the writer of the report needs them. */
    beside,
    keepsFocus,
    /** Records whether the reader works in the images. The focus then stays there from study to study. */
    setWorksInImages(works: boolean) {
      worksInImages.current = works
    },
  }
}

export type DeskImages = ReturnType<typeof useDeskImages>
