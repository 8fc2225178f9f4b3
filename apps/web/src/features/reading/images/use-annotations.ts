import type { Annotation, Annotations } from '@readroom/contracts/reading/annotations'
import { useEffect, useEffectEvent, useRef } from 'react'
import { drawingIn, restoreIn, showPriorDrawingIn } from './viewer-frame.ts'

const lookEveryMs = 500
/** Pause after a failure. */
const sendAgainMs = 3_000

type Options = {
  study: { _id: string; studyInstanceUID: string } | null
  /** The server's annotations, or null while they are unknown. */
  kept: Annotations | null
  /** The annotations of the prior beside the study. */
  ofPrior: Annotations | null
  frame: () => HTMLIFrameElement | null
  /** True if the study's images are visible. */
  isShown: boolean
  /** Sends the annotations to the server. Null if this window doesn't write the report. */
  keep: ((annotations: Annotations) => Promise<unknown>) | null
  /** Called when an annotation is selected in the images, or with null when none is. */
  onSelect: (id: string | null) => void
  /** Called once when sending fails, and again only after a success. */
  onFailure: (error: unknown) => void
}

type Known = {
  of: string
  /** The server's last answer to a read. */
  heard: Annotations
  /** The annotations the server has. */
  saved: Annotations
  /** Removed elsewhere, but still drawn here. */
  removed: string[]
  /** Saved but not drawn, because the viewer lacks their images, perhaps only for now. */
  missing: Annotations
  /** The drawing at the last poll, if unsent. It is sent only when it stops changing. */
  seen: string
  selected: string | null
  sending: Promise<void> | null
  sendAfter: number
  hasFailed: boolean
}

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

/** Restores the saved annotations of the study's images, and saves what the report's writer draws on them (docs/decisions/annotations.md). */
export function useAnnotations({ study, kept, ofPrior, frame, isShown, keep, onSelect, onFailure }: Options) {
  const known = useRef<Known | null>(null)
  const tellSelected = useEffectEvent(onSelect)
  const tellFailure = useEffectEvent(onFailure)

  /** Draws the saved annotations that are missing, as soon as the viewer is ready. */
  function restore(now: Known, uid: string, annotations: Annotations): void {
    const ids = restoreIn(frame(), uid, { annotations, removed: now.removed })
    if (!ids) return
    now.removed = []
    now.missing = without(annotations, ids)
  }

  function follow(now: Known, annotations: Annotations): void {
    now.removed.push(...idsOf(without(now.saved, idsOf(annotations))))
    now.saved = annotations
    if (study) restore(now, study.studyInstanceUID, annotations)
  }

  function recall(): Known | null {
    if (!study || !kept) return null
    const before = known.current
    if (before?.of === study._id) return before
    const made: Known = {
      of: study._id,
      heard: kept,
      saved: kept,
      removed: [],
      missing: [],
      seen: '',
      selected: null,
      sending: null,
      sendAfter: 0,
      hasFailed: false,
    }
    known.current = made
    return made
  }

  /**
   * Returns the current drawing, including annotations that can't be drawn. Null if the viewer doesn't show the study or the saved annotations are not
   * drawn yet.
   */
  function look(now: Known, uid: string): Annotations | null {
    if (kept && kept !== now.heard) {
      now.heard = kept
      // The writer is ahead of an answer that was requested before their last change was sent.
      if (!keep) follow(now, kept)
    }
    const found = drawingIn(frame(), uid)
    if (!found) {
      restore(now, uid, now.saved)
      return null
    }
    if (now.missing.length > 0 || now.removed.length > 0) restore(now, uid, now.missing)
    if (found.selected !== now.selected) {
      now.selected = found.selected
      tellSelected(found.selected)
    }
    return merged(now.saved, [...without(now.missing, idsOf(found.drawn)), ...found.drawn])
  }

  async function send(now: Known, annotations: Annotations): Promise<void> {
    if (!keep) return
    now.sending = (async () => {
      try {
        await keep(annotations)
        now.saved = annotations
        now.hasFailed = false
      } finally {
        now.sending = null
        now.sendAfter = Date.now() + sendAgainMs
      }
    })()
    await now.sending
    now.sendAfter = 0
  }

  const isSame = (now: Known, annotations: Annotations) => JSON.stringify(annotations) === JSON.stringify(now.saved)

  const tick = useEffectEvent(() => {
    const now = recall()
    if (!now || !study) return
    const annotations = look(now, study.studyInstanceUID)
    if (!annotations || !keep || isSame(now, annotations) || now.sending || Date.now() < now.sendAfter) return
    const seen = JSON.stringify(annotations)
    const noteFailure = (error: unknown) => {
      if (!now.hasFailed) tellFailure(error)
      now.hasFailed = true
    }
    if (seen === now.seen) void send(now, annotations).catch(noteFailure)
    now.seen = seen
  })
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => tick(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isShown])

  const drawPrior = useEffectEvent((annotations: Annotations) => showPriorDrawingIn(frame(), annotations))
  useEffect(() => {
    if (!isShown || !ofPrior || ofPrior.length === 0) return
    // Again and again, because the viewer loses them when it changes its layout.
    const timer = setInterval(() => drawPrior(ofPrior), lookEveryMs)
    return () => clearInterval(timer)
  }, [isShown, ofPrior])

  return {
    /** Takes over the server's annotations when this window starts to write. */
    adopt(annotations: Annotations) {
      const now = known.current
      if (!now || now.of !== study?._id || JSON.stringify(annotations) === JSON.stringify(now.saved)) return
      follow(now, annotations)
    },
    /** Sends unsent changes. Rejects if that fails. */
    async settle() {
      const now = recall()
      if (!now || !study || !isShown || !keep) return
      await now.sending?.catch(() => undefined)
      const annotations = look(now, study.studyInstanceUID)
      if (annotations && !isSame(now, annotations)) await send(now, annotations)
    },
  }
}

export type AnnotationsInReport = ReturnType<typeof useAnnotations>
