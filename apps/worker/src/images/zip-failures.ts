import { OrthancDown } from '@readroom/orthanc/errors'
import { StudyChanged } from '@readroom/orthanc/study-zip'
import { StorageDown } from '@readroom/storage/object-storage'

const texts = [
  { error: OrthancDown, text: 'The image archive did not respond. Please try again later.' },
  { error: StorageDown, text: 'The file storage did not accept the ZIP. Please try again later.' },
  { error: StudyChanged, text: 'The images of this study kept changing. Try again when all have arrived.' },
]
const otherText = 'The ZIP could not be built. Please try again later.'

export const missingText = 'The image archive no longer has the images of one study.'

/** Returns the text that users read when a build is given up. */
export const failureText = (error: unknown): string => texts.find((known) => error instanceof known.error)?.text ?? otherText
