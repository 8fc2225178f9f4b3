import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { Node } from 'prosemirror-model'
import type { ReadingCalls } from '../requests/reading.queries.ts'
import type { LocalCopyOf } from './local-copy.ts'
import type { NamedTemplate } from './machine/beginning.ts'
import type { Answer, Call, CallTo, Effect, EndRequest, PartName, Pause, Picture, SessionEvent } from './machine/events.ts'
import { step } from './machine/machine.ts'
import { isSendingParts, whyUnsaved } from './machine/parts.ts'
import { type DraftStart, type DraftState, firstDraft, isSaved, type SessionState } from './machine/state.ts'

/** The outside of a session. */
export type Edge = {
  calls: ReadingCalls
  copy: LocalCopyOf
  /** Called when another text replaces the written one. */
  onReplaced: (document: Node) => void
  /** The annotations in the viewer. */
  annotations: {
    /** Tells the session what is drawn now. */
    tell: () => void
    /** Draws those that come with a hold. */
    adopt: (annotations: Annotations) => void
    /** The server has these now. */
    noteStored: (annotations: Annotations) => void
  }
  /** Called when a part was not saved. */
  onRefused: (part: PartName, error: unknown) => void
  /** Called when the report was signed by somebody else, or here although no answer came (null). `isKept`: words that are in no report are in this browser. */
  onSigned: (by: string | null, isKept: boolean) => void
  /** Does what must be done before the writing ends, apart from the report. Rejects if that fails. */
  settle: (request: EndRequest) => Promise<unknown>
}

type Options = {
  first: SessionState
  start: DraftStart
  edge: Edge
  onChange: () => void
}

/** Sends a request and waits for its answer. */
async function ask(calls: ReadingCalls, call: Exclude<Call, CallTo<'release'>>): Promise<Answer> {
  if (call.to === 'open') return { to: call.to, call, answer: await calls.open() }
  if (call.to === 'ask') return { to: call.to, call, answer: await calls.ask() }
  if (call.to === 'hold') return { to: call.to, call, answer: await calls.hold(call.takeOver) }
  if (call.to === 'save') return { to: call.to, call, answer: await calls.save(call.body, call.isLeaving) }
  if (call.to === 'sign') return { to: call.to, call, answer: await calls.sign(call.body) }
  if (call.to === 'addKeyImage')
    return { to: call.to, call, answer: await calls.addKeyImage(call.picture, { fence: call.fence }) }
  if (call.to === 'arrangeKeyImages') return { to: call.to, call, answer: await calls.arrangeKeyImages(call.body) }
  if (call.to === 'keepAnnotations') return { to: call.to, call, answer: await calls.keepAnnotations(call.body) }
  return { to: call.to, call, answer: await calls[call.to](call.body) }
}

/**
 * Runs the session of a report being written in this window. It sends the requests of the machine, keeps its time, and tells it what happens. `first` is
 * the page around the report.
 */
export function runDraft({ first, start, edge, onChange }: Options) {
  const { calls, copy, annotations, onReplaced, onRefused, onSigned, settle } = edge
  let session: SessionState = { ...first, draft: firstDraft(start) }
  let draft = firstDraft(start)
  const listeners = new Set<() => void>([onChange])
  const timers = new Map<Pause, ReturnType<typeof setTimeout>>()
  /** Pictures on their way, with those who wait for their number. */
  const pictures = new Map<Picture, { resolve: (number: number) => void; reject: (error: unknown) => void }>()

  /** Settles when the last text to be kept is in this browser. */
  let kept: Promise<unknown> = Promise.resolve()

  function dispatch(event: SessionEvent): void {
    const next = step(session, event, Date.now())
    const isChanged = next.session !== session
    session = next.session
    draft = session.draft ?? draft
    for (const effect of next.effects) perform(effect)
    if (isChanged) for (const listener of listeners) listener()
  }

  function wait(pause: Pause, ms: number | null): void {
    clearTimeout(timers.get(pause))
    timers.delete(pause)
    if (ms !== null)
      timers.set(
        pause,
        setTimeout(() => dispatch({ is: 'woke', pause }), ms),
      )
  }

  function send(call: Call): void {
    if (call.to === 'release') return void calls.release(call.fence).catch(() => undefined)
    ask(calls, call).then(
      (answer) => dispatch({ is: 'answered', answer }),
      (error: unknown) => dispatch({ is: 'failed', call, error }),
    )
  }

  async function look(): Promise<void> {
    const found = await copy.find().catch(() => null)
    if (found) dispatch({ is: 'copyFound', copy: found })
  }

  const workers: { [Do in Effect['do']]: (effect: Extract<Effect, { do: Do }>) => void } = {
    call: (effect) => send(effect.call),
    wait: (effect) => wait(effect.pause, effect.ms),
    keep(effect) {
      kept = copy.keep(effect.copy).catch(() => undefined)
    },
    forget: ({ own, names }) => void copy.forget(own, names).catch(() => undefined),
    look: () => void look(),
    replaceText: (effect) => onReplaced(effect.document),
    showAnnotations: (effect) => annotations.adopt(effect.annotations),
    noteAnnotations: (effect) => annotations.noteStored(effect.annotations),
    tellPicture({ picture, stored }) {
      const waiting = pictures.get(picture)
      pictures.delete(picture)
      if ('number' in stored) waiting?.resolve(stored.number)
      else waiting?.reject(stored.error)
    },
    tellRefused: ({ part, error }) => onRefused(part, error),
    // The page then looks for the words.
    tellSigned: ({ by, isKept }) => void kept.then(() => onSigned(by, isKept)),
    settle: ({ request }) =>
      void settle(request).then(
        () => dispatch({ is: 'settled' }),
        (error: unknown) => dispatch({ is: 'settleFailed', error }),
      ),
  }
  function perform<Do extends Effect['do']>(effect: Extract<Effect, { do: Do }>): void {
    workers[effect.do](effect)
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  /** Waits until the draft is in a state. */
  function until(isReached: (draft: DraftState) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!isReached(draft)) return
        listeners.delete(check)
        resolve()
      }
      listeners.add(check)
      check()
    })
  }

  async function saveNow(): Promise<boolean> {
    annotations.tell()
    dispatch({ is: 'saveAsked' })
    await until((now) => (!now.isUrgent && !isSendingParts(now)) || now.isOver)
    return isSaved(draft) && whyUnsaved(draft) === null
  }

  async function end(request: EndRequest): Promise<DraftState | null> {
    if (draft.ending || draft.isOver) return null
    annotations.tell()
    dispatch({ is: 'endAsked', request })
    await until(({ ending }) => ending === null)
    if (draft.failure) throw draft.failure
    return draft
  }

  const isIdle = ({ task, isUrgent, sending }: DraftState) => task === null && !isUrgent && sending === null

  return {
    session: () => session,
    state: () => draft,
    subscribe,
    dispatch,

    /** Compares text that an earlier window of this browser could not save with the server's. */
    findCopy: look,

    /** Continues with one of two texts. Rejects if the other one has changed meanwhile. */
    async choose(which: 'mine' | 'theirs'): Promise<void> {
      dispatch({ is: 'chosen', which })
      await until(isIdle)
      if (draft.failure) throw draft.failure
    },

    async take(takeOver: boolean): Promise<void> {
      dispatch({ is: 'takeAsked', takeOver })
      await until(({ task, isOver }) => task === null || isOver)
    },

    write: (document: Node) => dispatch({ is: 'typed', document }),
    setReason: (reason: string) => dispatch({ is: 'changed', facts: { reason } }),
    setTemplate: (template: NamedTemplate | null) => dispatch({ is: 'changed', facts: { template } }),

    /** Saves pending changes. Returns true if everything is saved. */
    saveNow,

    /** Stores a picture. Returns its number in the report, from 1. Rejects if it was not stored, and then changes nothing. */
    addKeyImage(picture: Picture): Promise<number> {
      return new Promise((resolve, reject) => {
        pictures.set(picture, { resolve, reject })
        dispatch({ is: 'pictureTaken', picture })
      })
    },
    arrangeKeyImages: (list: readonly KeyImage[]) => dispatch({ is: 'arranged', list }),

    /** Saves everything, then ends the writing. Returns the last state. Rejects if writing continues. One at a time: returns null meanwhile. */
    end,

    /** Ends the session because the page has changed. */
    async stop(): Promise<void> {
      dispatch({ is: 'stopped' })
      await until(({ isOver }) => isOver)
    },
  }
}

export type DraftSession = ReturnType<typeof runDraft>
