import type { Annotation, Annotations } from '@readroom/contracts/reading/annotations'
import { notify } from '../../../lib/notify.tsx'
import { drawingIn, restoreIn, showAnnotationIn } from '../requests/viewer-frame.ts'
import type { ReportCommands } from './report-commands.ts'

/** Returns the annotations without those that have one of the ids. */
const without = (annotations: Annotations, ids: readonly string[]) => annotations.filter(({ id }) => !ids.includes(id))
const idsOf = (annotations: Annotations) => annotations.map(({ id }) => id)

const geometry = ({ tool, sopInstanceUid, frame, points, label }: Annotation) =>
  JSON.stringify([tool, sopInstanceUid, frame, label, points.map(({ patient }) => patient)])

/**
 * Merges the drawing with the saved annotations, in saved order, new ones last. The viewer measures only what it shows, so annotations on images that
 * were not shown keep their saved values.
 */
function merged(saved: Annotations, drawn: Annotations): Annotations {
  const now = new Map(drawn.map((one) => [one.id, one]))
  const kept = saved.flatMap((its) => {
    const one = now.get(its.id)
    if (!one) return []
    return geometry(its) === geometry(one) && its.measured.length >= one.measured.length ? its : one
  })
  return [...kept, ...without(drawn, idsOf(saved))]
}

const lookEveryMs = 500

type Options = {
  frame: () => HTMLIFrameElement | null
  /** Returns the commands of the report being written. Null while it is not shown. */
  report: () => Pick<ReportCommands, 'pointAt'> | null
  /** Returns true if this window writes the report. */
  isMine: () => boolean
  /** Returns true if the images in front are exactly those of the study. */
  isInFront: () => boolean
  /** Called with the drawing of the report's writer. */
  onDrawn: (annotations: Annotations) => void
}

/** A study with its annotations, as the server has last told them. */
type Read = { uid: string; annotations: Annotations }

/**
 * Creates the annotations on the images of one study. They restore those that the server has, and tell the session what the report's writer
 * draws (docs/decisions/reading/annotations.md).
 */
export function createAnnotations({ frame, report, isMine, isInFront, onDrawn }: Options) {
  let read: Read | null = null
  /** The last read that the drawing was compared with. Null before the first. */
  let heard: Annotations | null = null
  /** The annotations the server has. */
  let saved: Annotations = []
  /** Removed elsewhere, but still drawn here. */
  let removed: string[] = []
  /** Saved but not drawn, because the viewer lacks their images, perhaps only for now. */
  let missing: Annotations = []
  /** The drawing at the last poll. It is told only when it stops changing. */
  let seen = ''
  let selected: string | null = null
  let lastShown = ''

  /** Draws the saved annotations that are missing, as soon as the viewer is ready. */
  function restore(uid: string, annotations: Annotations): void {
    const ids = restoreIn(frame(), uid, { annotations, removed })
    if (!ids) return
    removed = []
    missing = without(annotations, ids)
  }

  function replace({ uid, annotations }: Read): void {
    removed.push(...idsOf(without(saved, idsOf(annotations))))
    saved = annotations
    restore(uid, annotations)
  }

  /** Begins with the annotations that the server had when the images are first looked at. */
  function begin({ annotations }: Read): void {
    if (heard) return
    heard = annotations
    saved = annotations
  }

  /**
   * Returns the current drawing, including annotations that can't be drawn. Null if the viewer doesn't show the study or the saved annotations are
   * not drawn yet.
   */
  function look(now: Read): Annotations | null {
    if (now.annotations !== heard) {
      heard = now.annotations
      // The writer is ahead of an answer that was requested before their last change was sent.
      if (!isMine()) replace(now)
    }
    const found = drawingIn(frame(), now.uid)
    if (!found) {
      restore(now.uid, saved)
      return null
    }
    if (missing.length > 0 || removed.length > 0) restore(now.uid, missing)
    if (found.selected !== selected) {
      selected = found.selected
      report()?.pointAt(selected)
    }
    return merged(saved, [...without(missing, idsOf(found.drawn)), ...found.drawn])
  }

  function tick(): void {
    if (!read) return
    begin(read)
    const annotations = look(read)
    if (!annotations || !isMine()) return
    const now = JSON.stringify(annotations)
    if (now === seen) onDrawn(annotations)
    seen = now
  }

  return {
    /** Takes over the server's answer to a read. Null while the study is opening. */
    setRead(answer: Read | null) {
      read = answer
    },

    /** Follows the drawing while the images are shown. Returns the function that ends this. */
    watch() {
      const timer = setInterval(tick, lookEveryMs)
      return () => clearInterval(timer)
    },

    /** Takes over the server's annotations when this window starts to write. */
    adopt(annotations: Annotations) {
      if (!read) return
      begin(read)
      if (JSON.stringify(annotations) !== JSON.stringify(saved)) replace({ ...read, annotations })
    },

    /** The server has the writer's annotations. */
    noteStored(annotations: Annotations) {
      saved = annotations
    },

    /** Tells what is drawn now. */
    tell() {
      if (!read) return
      begin(read)
      const annotations = isInFront() && isMine() ? look(read) : null
      if (annotations) onDrawn(annotations)
    },

    /** Shows one annotation in the images, each time the next one. */
    show(ids: readonly string[]) {
      const [first = ''] = ids
      lastShown = ids[ids.indexOf(lastShown) + 1] ?? first
      if (ids.length > 0 && !showAnnotationIn(frame(), lastShown)) notify.info('This measurement is no longer in the images')
    },
  }
}
