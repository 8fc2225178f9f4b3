import { useQuery } from '@tanstack/react-query'
import { useViewerBindings } from '../../images/controls/viewer-bindings.queries.ts'
import { useAnnotations } from '../parts/images/use-annotations.ts'
import { useImages } from '../parts/images/use-images.ts'
import { type Opening, priorsOptions } from '../requests/reading.queries.ts'
import type { ReadingStore } from '../session/reading-store.ts'
import { imageCommands } from './image-commands.ts'

type Options = { store: ReadingStore; opening: Opening | null }

/** Provides the images beside the report: where they are shown, the annotations, the priors and the commands. */
export function useDeskImages({ store, opening }: Options) {
  const { studyId } = store
  const study = opening?.study ?? null
  const images = useImages()
  const { data: priors = [] } = useQuery({ ...priorsOptions(studyId), enabled: study !== null })
  useAnnotations(store)
  return {
    images,
    priors,
    bindings: useViewerBindings(),
    commands: imageCommands({ store, study, images, priors }),
  }
}

export type DeskImages = ReturnType<typeof useDeskImages>
