import type { Annotation, Annotations } from '@readroom/contracts/reading/annotations'
import type { ReadSeries } from '@readroom/contracts/reading/reading'
import type { Confirmation, ReportContent } from '@readroom/contracts/reading/report-drafts'
import { emptyReport, readContent } from '@readroom/report/content'
import { reportSchema } from '@readroom/report/schema'
import type { Node } from 'prosemirror-model'
import { ApiError, networkError } from '../../../../lib/api/api-error.ts'
import { templateNamed } from './beginning.ts'
import type { Call, Effect, FoundCopy, LocalCopy, Pause, SessionEvent } from './events.ts'
import { step } from './machine.ts'
import { whyUnsaved } from './parts.ts'
import { createServer } from './session-server.fixture.ts'
import { firstDraft, firstSession, mayWrite, type SessionState, textOf } from './state.ts'

/** Text is in the browser this long after a key, at the latest. */
const keptAfterMs = 700

const { doc, section, paragraph } = reportSchema.nodes
/** Returns the words of a report. Each word of the model is typed once. */
const wordsOf = (text: Node | ReportContent): string[] =>
  ('textContent' in text && typeof text.textContent === 'string' ? text.textContent : readContent(text).textContent)
    .split(' ')
    .filter((word) => word !== '')
const reportOf = (words: readonly string[]): Node =>
  doc.create(
    null,
    section.create({ id: 'findings' }, paragraph.create(null, words.length > 0 ? reportSchema.text(words.join(' ')) : null)),
  )

/** Returns an annotation of the model. */
const lineOf = (id: string): Annotation => ({
  id,
  tool: 'Length',
  seriesInstanceUid: '1.2.3',
  sopInstanceUid: '1.2.3.4',
  frame: null,
  frameOfReferenceUid: null,
  points: [],
  label: '',
  measured: [],
})
const idsOf = (annotations: Annotations) => annotations.map(({ id }) => id).join()

/** A series that its reader has not displayed. */
const unseen: ReadSeries = {
  seriesInstanceUid: '1.2.3',
  number: 1,
  modality: 'CT',
  description: '',
  bodyPart: null,
  laterality: null,
  imageType: null,
  scanningSequence: null,
  imageCount: 1,
  isDisplayed: false,
  shown: 0,
  frames: 1,
  undrawn: 0,
  rule: null,
}

type Message =
  | { to: 'server'; from: number; sitting: number; call: Call }
  | { to: 'window'; from: number; sitting: number; event: SessionEvent }

type Window = {
  user: string
  /** Counts the sessions of the window. Late messages to an earlier one are dropped. */
  sitting: number
  session: SessionState
  timers: Map<Pause, number>
  isOpen: boolean
  /** Words that its reader has typed here or read before signing. */
  known: Set<string>
}

/** Creates a model of two people with three windows, the server of one study, a clock and a network that delays and loses messages. */
export function createWorld() {
  let now = 0
  let typed = 0
  const readers = new Set(['Quist', 'Lind'])
  const signed: ReportContent[] = []
  const copies = new Map<string, LocalCopy>()
  const network: Message[] = []
  /** Words that a user gave up on purpose, or that a crash took before they were kept. */
  const dropped = new Set<string>()
  const typedAt = new Map<string, number>()
  const windows: Window[] = ['Quist', 'Quist', 'Lind'].map((user) => ({
    user,
    sitting: 0,
    session: firstSession('images'),
    timers: new Map(),
    isOpen: false,
    known: new Set(),
  }))
  const at = (index: number): Window => {
    const found = windows[index % windows.length]
    if (!found) throw new Error('no window')
    return found
  }
  const nameOf = (index: number) => `${at(index).user} ${index} ${at(index).sitting}`
  const demand = (isKept: boolean, what: string) => {
    if (!isKept) throw new Error(what)
  }

  /** The report as its signer sees it when the signature is sent. */
  const onScreen = new Map<Call, { words: string; drawn: string }>()
  function noteSigning(index: number, call: Call) {
    const { known, session } = at(index)
    demand(session.standing !== 'other', 'signed beside images of another study')
    const isConfirmed = call.to === 'sign' && call.body.confirmed.includes('series')
    demand(isConfirmed || session.displayed.undisplayed.length === 0, 'signed images that nobody has seen or confirmed as unseen')
    if (!session.draft) return
    const words = wordsOf(session.draft.document)
    for (const word of words) demand(known.has(word), `window ${index} has signed ${word} unread`)
    onScreen.set(call, { words: words.join(), drawn: idsOf(session.draft.annotations.drawn) })
  }
  const server = createServer({
    now: () => now,
    userOf: (index) => at(index).user,
    readers,
    onSave(index, content, before) {
      const words = wordsOf(content)
      for (const word of before ? wordsOf(before) : [])
        demand(words.includes(word) || dropped.has(word), `a save of window ${index} has overwritten ${word}`)
    },
    onSign(call, content, annotations) {
      const shown = onScreen.get(call)
      demand(shown?.words === wordsOf(content).join(), 'another text was signed than on screen')
      demand(shown?.drawn === idsOf(annotations), 'other measurements were signed than on screen')
      signed.push(content)
    },
    onDiscard: (content) => {
      for (const word of wordsOf(content)) dropped.add(word)
    },
  })

  const workers: { [Do in Effect['do']]: (index: number, effect: Extract<Effect, { do: Do }>) => void } = {
    call(index, { call }) {
      if (call.to === 'sign') noteSigning(index, call)
      network.push({ to: 'server', from: index, sitting: at(index).sitting, call })
    },
    wait(index, { pause, ms }) {
      if (ms === null) at(index).timers.delete(pause)
      else at(index).timers.set(pause, now + ms)
    },
    keep: (index, { copy }) => void copies.set(nameOf(index), copy),
    forget(index, { own, names }) {
      for (const name of own ? [nameOf(index), ...names] : names) copies.delete(name)
    },
    look: (index) => look(index),
    replaceText: () => undefined,
    showAnnotations: () => undefined,
    noteAnnotations: () => undefined,
    tellPicture: () => undefined,
    tellRefused: () => undefined,
    tellSigned: () => undefined,
    settle: (index) => void tell(index, { is: 'settled' }),
  }
  function perform<Do extends Effect['do']>(index: number, effect: Extract<Effect, { do: Do }>) {
    workers[effect.do](index, effect)
  }
  function tell(index: number, event: SessionEvent) {
    network.push({ to: 'window', from: index, sitting: at(index).sitting, event })
  }

  function dispatch(index: number, event: SessionEvent) {
    const window = at(index)
    const next = step(window.session, event, now)
    window.session = next.session
    for (const effect of next.effects) perform(index, effect)
  }

  function look(index: number) {
    const { user } = at(index)
    const found = [...copies].flatMap(([name, copy]): FoundCopy[] => {
      const [of, other, sitting] = name.split(' ')
      const its = at(Number(other))
      const isAlive = its.isOpen && (Number(other) !== index || its.sitting === Number(sitting))
      return of === user && !isAlive ? [{ ...copy, name }] : []
    })
    const [copy] = found.sort((one, other) => other.at.localeCompare(one.at))
    if (copy) tell(index, { is: 'copyFound', copy })
  }

  /** Returns all words that somebody can still find. */
  function found(): Set<string> {
    const draft = server.draft()
    const texts: (Node | ReportContent)[] = [...signed, ...(draft ? [draft.content] : [])]
    for (const { content } of copies.values()) texts.push(content)
    for (const { isOpen, session } of windows) {
      if (isOpen && session.draft) texts.push(session.draft.document)
      if (isOpen && session.draft?.conflict) texts.push(session.draft.conflict.mine.content)
    }
    return new Set(texts.flatMap(wordsOf))
  }

  function serveMessage({ from, sitting, call }: Message & { to: 'server' }, isAnswered: boolean) {
    const reply = (event: SessionEvent) => network.push({ to: 'window', from, sitting, event })
    try {
      const answer = server.serve(from, call)
      if (answer) reply(isAnswered ? { is: 'answered', answer } : { is: 'failed', call, error: networkError() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      reply({ is: 'failed', call, error: isAnswered ? error : networkError() })
    }
  }

  const actions = {
    open(index: number) {
      const window = at(index)
      if (window.isOpen || !readers.has(window.user)) return
      window.sitting += 1
      window.isOpen = true
      window.timers.clear()
      window.known.clear()
      const { draft, keyImages, versions, kinds } = server.opening(index)
      const document = draft ? readContent(draft.content) : emptyReport('original')
      const template = draft && templateNamed(draft.templateName)
      const start = {
        draft,
        document,
        kind: kinds.includes('original') ? 'original' : 'correction',
        reason: '',
        template,
        isForeign: draft !== null,
        keyImages,
        signed: versions.length,
        hold: { is: 'free' },
      } as const
      window.session = { ...firstSession('report'), draft: firstDraft(start) }
      look(index)
      tell(index, { is: 'takeAsked', takeOver: false })
    },
    type(index: number) {
      const { session, isOpen, known } = at(index)
      if (!isOpen || !session.draft) return
      const { hold, conflict, ending, isOver } = session.draft
      // A key may come just after the report is lost, before the page shows it.
      const isLate = hold.is === 'lost' && conflict?.from !== 'copy' && !ending && !isOver
      if (!mayWrite(session.draft) && !isLate) return
      typed += 1
      const word = `w${typed}`
      typedAt.set(word, now)
      known.add(word)
      dispatch(index, { is: 'typed', document: reportOf([...wordsOf(session.draft.document), word]) })
    },
    take: (index: number) => at(index).isOpen && dispatch(index, { is: 'takeAsked', takeOver: true }),
    save: (index: number) => at(index).isOpen && dispatch(index, { is: 'saveAsked' }),
    chooseMine(index: number) {
      const { conflict } = at(index).session.draft ?? {}
      if (!at(index).isOpen || !conflict) return
      // The user gives up the words that they have seen on the other side.
      const mine = wordsOf(conflict.mine.content)
      for (const word of conflict.theirs ? wordsOf(conflict.theirs.content) : []) if (!mine.includes(word)) dropped.add(word)
      dispatch(index, { is: 'chosen', which: 'mine' })
    },
    chooseTheirs(index: number) {
      const { conflict } = at(index).session.draft ?? {}
      if (!at(index).isOpen || !conflict) return
      const theirs = conflict.theirs ? wordsOf(conflict.theirs.content) : []
      for (const word of wordsOf(conflict.mine.content)) if (!theirs.includes(word)) dropped.add(word)
      dispatch(index, { is: 'chosen', which: 'theirs' })
    },
    read(index: number) {
      const { session, isOpen, known } = at(index)
      if (!isOpen || !session.draft) return
      for (const word of wordsOf(session.draft.document)) known.add(word)
      dispatch(index, { is: 'wasRead', document: session.draft.document })
    },
    sign(index: number) {
      if (!at(index).isOpen) return
      const signature = { meaning: 'final', password: undefined, requestId: `${now} ${index}` } as const
      // The dialog may have asked about images that were seen since, or before others came.
      const confirmed: Confirmation[] = typed % 2 === 0 ? [] : ['series']
      dispatch(index, { is: 'endAsked', request: { what: 'sign', signature: { ...signature, confirmed } } })
    },
    putAway: (index: number) => at(index).isOpen && dispatch(index, { is: 'endAsked', request: { what: 'putAway' } }),
    discard(index: number) {
      const { session, isOpen } = at(index)
      if (!isOpen || session.draft?.hold.is !== 'mine' || session.draft.ending) return
      for (const word of wordsOf(session.draft.document)) dropped.add(word)
      dispatch(index, { is: 'endAsked', request: { what: 'discard' } })
    },
    images(index: number) {
      dispatch(index, { is: 'imagesDrawn', standing: at(index).session.standing === 'other' ? 'same' : 'other' })
    },
    /** The reader displays the last images, or others come. */
    see(index: number) {
      const { undisplayed } = at(index).session.displayed
      const left = undisplayed.length > 0 ? [] : [unseen]
      dispatch(index, { is: 'seriesSeen', displayed: { before: new Set(), undisplayed: left, isReplaced: false } })
    },
    /** Closes the window. The browser lets it keep its text. */
    close(index: number) {
      if (!at(index).isOpen) return
      dispatch(index, { is: 'left' })
      at(index).isOpen = false
    },
    /** The page shows another study. It sends its last requests. */
    leave(index: number) {
      if (!at(index).isOpen) return
      dispatch(index, { is: 'stopped' })
      at(index).isOpen = false
    },
    crash(index: number) {
      const { session, isOpen } = at(index)
      if (!isOpen || !session.draft) return
      at(index).isOpen = false
      const kept = found()
      for (const word of wordsOf(session.draft.document))
        if (!kept.has(word) && now - (typedAt.get(word) ?? 0) <= keptAfterMs) dropped.add(word)
    },
    poll(index: number) {
      const { user, isOpen } = at(index)
      if (isOpen && readers.has(user)) tell(index, { is: 'told', opening: server.opening(index) })
    },
    picture(index: number) {
      const { session, isOpen } = at(index)
      if (!isOpen || !session.draft || !mayWrite(session.draft)) return
      const place = { studyInstanceUid: '1.1', sopInstanceUid: '1.2', series: 1, image: 1, frame: null }
      dispatch(index, { is: 'pictureTaken', picture: { ...place, picture: new File([], 'x') } })
    },
    /** Writes a caption, moves an image to the end, or removes one. */
    arrange(index: number) {
      const { session, isOpen } = at(index)
      if (!isOpen || !session.draft || !mayWrite(session.draft)) return
      typed += 1
      const [first, ...others] = session.draft.keyImages.list
      if (!first) return
      const list = [[...others, first], others, [{ ...first, caption: `c${typed}` }, ...others]][typed % 3] ?? []
      dispatch(index, { is: 'arranged', list })
    },
    draw(index: number) {
      const { session, isOpen } = at(index)
      if (!isOpen || !session.draft || !mayWrite(session.draft)) return
      typed += 1
      const { drawn } = session.draft.annotations
      dispatch(index, { is: 'drawn', annotations: [...drawn.slice(typed % 4 === 0 ? 1 : 0), lineOf(`a${typed}`)] })
    },
    reassign(index: number) {
      const { user } = at(index)
      if (!readers.delete(user)) readers.add(user)
    },
    wait: (index: number) => pass([50, 400, 1_600, 9_000, 25_000, 70_000][index % 6] ?? 0),
  }

  /** Moves the clock on, and wakes the windows in the order of their pauses. A session that is closing still runs. */
  function pass(ms: number) {
    const end = now + ms
    for (;;) {
      const due = windows
        .flatMap(({ timers }, index) => [...timers].map(([pause, when]) => ({ index, pause, when })))
        .filter(({ when }) => when <= end)
        .sort((one, other) => one.when - other.when)[0]
      if (!due) break
      now = Math.max(now, due.when)
      at(due.index).timers.delete(due.pause)
      if (at(due.index).isOpen || at(due.index).session.draft?.isClosing) dispatch(due.index, { is: 'woke', pause: due.pause })
    }
    now = end
  }

  /** Delivers a message, loses it on its way, or loses its answer. */
  function deliver(index: number, fate: 'arrives' | 'isLost' | 'answerIsLost') {
    const [message] = network.splice(index % Math.max(1, network.length), 1)
    if (!message) return
    const { from, sitting } = message
    if (message.to === 'window') {
      const { isOpen, session } = at(from)
      if (at(from).sitting === sitting && (isOpen || session.draft?.isClosing)) dispatch(from, message.event)
    } else if (fate === 'isLost') tell(from, { is: 'failed', call: message.call, error: networkError() })
    else serveMessage(message, fate === 'arrives')
  }

  return {
    actions,
    deliver,
    /** Throws if a word is lost, or two windows write. */
    check() {
      const kept = found()
      for (const word of typedAt.keys()) demand(kept.has(word) || dropped.has(word), `${word} is lost`)
      const fences = windows.flatMap(({ isOpen, session }) => (isOpen && session.draft?.fence ? [session.draft.fence] : []))
      demand(new Set(fences).size === fences.length, 'two windows write')
    },
    /** Lets everything arrive, until nothing happens any more. Throws if a window doesn't come to rest with its text saved, or its reader asked. */
    rest() {
      for (let round = 0; round < 40; round += 1) {
        for (let index = 0; index < windows.length; index += 1) actions.poll(index)
        while (network.length > 0) deliver(0, 'arrives')
        pass(5_000)
      }
      this.check()
      const writing = windows.filter(
        ({ isOpen, session }) => isOpen && session.draft?.hold.is === 'mine' && !session.draft.isOver,
      )
      demand(writing.length <= 1, 'two windows believe that they write')
      for (const { session, isOpen } of windows) {
        if (!isOpen || !session.draft || session.draft.isOver) continue
        const { hold, changes, saved, conflict, ending, isUrgent } = session.draft
        if (hold.is === 'mine' && !conflict) demand(whyUnsaved(session.draft) === null, 'unsaved parts in silence')
        const isAsked = conflict !== null || hold.is === 'gone'
        demand(
          isAsked || changes === saved,
          `unsaved text in silence: ${hold.is} ${JSON.stringify(textOf(session.draft).content)}`,
        )
        demand(!ending && !isUrgent, 'a window waits for ever')
      }
    },
  }
}

export type World = ReturnType<typeof createWorld>
