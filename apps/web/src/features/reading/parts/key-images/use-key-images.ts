import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { useMemo } from 'react'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { notify } from '../../../../lib/notify.tsx'
import type { Opening } from '../../requests/reading.queries.ts'
import type { Shot } from '../../requests/viewer-frame.ts'
import { NotSaved } from '../../session/machine/draft-errors.ts'
import type { PartName } from '../../session/machine/events.ts'
import type { DraftSession } from '../../session/run.ts'
import { renumberKeyImages } from '../editor/key-image-numbers.ts'
import type { Editor } from '../editor/use-editor.ts'
import { imageWords } from '../images/image-words.ts'

type Options = {
  study: Opening['study']
  session: DraftSession | null
  list: readonly KeyImage[]
  editor: Pick<Editor, 'insertHere' | 'apply'>
}

const wordsOf = (error: unknown) => (error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.'))

/** Converts a base64 data URL to a file. */
function pictureFile(dataUrl: string): File {
  const [head = '', content = ''] = dataUrl.split(',')
  const type = /^data:(image\/[a-z]+)/.exec(head)?.[1] ?? ''
  return new File([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], 'key-image', { type })
}

/** Maps the old number of each picture to its new one, or to null if it was removed. */
function numbersOf(before: readonly KeyImage[], after: readonly KeyImage[]): Map<number, number | null> {
  const places = new Map(after.map(({ id }, index) => [id, index + 1]))
  return new Map(before.map(({ id }, index) => [index + 1, places.get(id) ?? null]))
}

const refusals: Record<PartName, (error: unknown) => void> = {
  keyImages: (error) => notify.error('Key images not changed', { description: wordsOf(error) }),
  annotations: (error) =>
    notify.warning('Measurements are not saved', { description: reasonOf(error, 'Readroom retries shortly.') }),
}

/** Tells the writer that a part of the report was not saved. */
export const tellRefused = (part: PartName, error: unknown): void => refusals[part](error)

/** Manages the key images of the report being written: those of the draft, and changes to them here. */
export function useKeyImages({ study, session, list, editor }: Options) {
  const { studyInstanceUID } = study
  const captionsKey = JSON.stringify(list.map(({ caption }) => caption))
  const captions: string[] = useMemo(() => JSON.parse(captionsKey), [captionsKey])

  async function keep(shot: Shot): Promise<void> {
    if (shot.studyUid !== studyInstanceUID) {
      notify.info('Key images must be from this study', { description: 'The text names the image of the prior.' })
      return void editor.insertHere(imageWords(shot, studyInstanceUID, null))
    }
    if (!session || shot.picture === null)
      return void notify.info('The image is still being drawn', { description: 'Please try again.' })
    try {
      const { sopInstanceUid, series, image, frame, corners } = shot
      const place = { studyInstanceUid: shot.studyUid, sopInstanceUid, series, image, frame, corners }
      const number = await session.addKeyImage({ ...place, picture: pictureFile(shot.picture) })
      editor.insertHere(imageWords(shot, studyInstanceUID, number))
    } catch (error) {
      notify.error('No key image added', { description: wordsOf(error) })
    }
  }

  return {
    list,
    captions,
    /** Adds the picture to the report and refers to it at the cursor. Tells the user if no image is shown. */
    async take(asked: Promise<Shot | null>): Promise<void> {
      const shot = await asked
      if (shot) await keep(shot)
      else notify.info('No image is shown', { description: 'Key images show stored images, not reconstructions.' })
    },
    /** Reorders the pictures and updates the references to them in the text. */
    arrange(next: readonly KeyImage[]) {
      const numbers = numbersOf(list, next)
      session?.arrangeKeyImages(next)
      editor.apply(renumberKeyImages(numbers))
    },
    caption: (id: string, caption: string) =>
      session?.arrangeKeyImages(list.map((one) => (one.id === id ? { ...one, caption } : one))),
  }
}
