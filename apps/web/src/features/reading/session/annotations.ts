import type { Annotations } from '@readroom/contracts/reading/annotations'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import type { ReadingCalls } from '../requests/reading.queries.ts'
import { drawingIn, restoreIn, showAnnotationIn } from '../requests/viewer-frame.ts'
import { heldElsewhere, NotSaved } from './machine/draft-errors.ts'
import { idsOf, merged, without } from './merged-annotations.ts'
import type { ReportCommands } from './report-commands.ts'

const lookEveryMs = 500
/** Pause after a failure. */
const sendAgainMs = 3_000

type Options = {
  calls: Pick<ReadingCalls, 'keepAnnotations'>
  frame: () => HTMLIFrameElement | null
  /** Returns the commands of the report being written. Null while it is not shown. */
  report: () => Pick<ReportCommands, 'fence' | 'pointAt'> | null
  /** Returns true if this window writes the report. */
  isMine: () => boolean
  /** Returns true if the images in front are exactly those of the study. */
  isInFront: () => boolean
}

/** A study with its annotations, as the server has last told them. */
type Read = { uid: string; annotations: Annotations }

/**
 * Creates the annotations on the images of one study. They restore those that the server has, and send what the report's writer draws
 * (docs/decisions/reading/annotations.md).
 */
export function createAnnotations({ calls, frame, report, isMine, isInFront }: Options) {
  let read: Read | null = null
  /** The last read that the drawing was compared with. Null before the first. */
  let heard: Annotations | null = null
  /** The annotations the server has. */
  let saved: Annotations = []
  /** Removed elsewhere, but still drawn here. */
  let removed: string[] = []
  /** Saved but not drawn, because the viewer lacks their images, perhaps only for now. */
  let missing: Annotations = []
  /** The drawing at the last poll, if unsent. It is sent only when it stops changing. */
  let seen = ''
  let selected: string | null = null
  let sending: Promise<void> | null = null
  let sendAfter = 0
  let hasFailed = false
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

  async function keep(annotations: Annotations): Promise<void> {
    const fence = report()?.fence() ?? null
    if (fence === null) throw new NotSaved(heldElsewhere)
    await calls.keepAnnotations({ fence, annotations })
  }

  async function send(annotations: Annotations): Promise<void> {
    sending = (async () => {
      try {
        await keep(annotations)
        saved = annotations
        hasFailed = false
      } finally {
        sending = null
        sendAfter = Date.now() + sendAgainMs
      }
    })()
    await sending
    sendAfter = 0
  }

  /** Tells the writer once that sending fails, and again only after a success. */
  function noteFailure(error: unknown): void {
    if (!hasFailed) notify.warning('Measurements are not saved', { description: reasonOf(error, 'Readroom retries shortly.') })
    hasFailed = true
  }

  const isSaved = (annotations: Annotations) => JSON.stringify(annotations) === JSON.stringify(saved)

  function tick(): void {
    if (!read) return
    begin(read)
    const annotations = look(read)
    if (!annotations || !isMine() || isSaved(annotations) || sending || Date.now() < sendAfter) return
    const now = JSON.stringify(annotations)
    if (now === seen) void send(annotations).catch(noteFailure)
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
      if (!isSaved(annotations)) replace({ ...read, annotations })
    },

    /** Sends unsent changes. Rejects if that fails. */
    async settle() {
      if (!read) return
      begin(read)
      if (!isInFront() || !isMine()) return
      await sending?.catch(() => undefined)
      const annotations = read && look(read)
      if (annotations && !isSaved(annotations)) await send(annotations)
    },

    /** Shows one annotation in the images, each time the next one. */
    show(ids: readonly string[]) {
      const [first = ''] = ids
      lastShown = ids[ids.indexOf(lastShown) + 1] ?? first
      if (ids.length > 0 && !showAnnotationIn(frame(), lastShown)) notify.info('This measurement is no longer in the images')
    },
  }
}
