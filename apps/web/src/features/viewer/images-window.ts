import { openWindow } from './open-viewer.ts'

/** One window of images for whoever reads, whatever study it shows. */
const windowName = 'readroom-reading-images'

export const openImagesWindow = (): Window | null => openWindow(windowName)

/** The study that a viewer's window shows; null where it shows none yet. */
export function uidShownIn(opened: Window): string | null {
  try {
    return new URLSearchParams(opened.location.search).get('StudyInstanceUIDs')?.split(',')[0] ?? null
  } catch {
    // It shows a page of another site.
    return null
  }
}
