import type { Role } from '@readroom/contracts/core/permissions'
import type { Annotations } from '@readroom/contracts/reading/annotations'
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { type Openable, recordOpening } from '../../images/viewer/open-viewer.ts'
import { callsOf, type Opening, roundCallsOf } from '../requests/reading.queries.ts'
import { createAnnotations } from './annotations.ts'
import { createDisplayedSeries } from './displayed-series.ts'
import type { DeskDialog, KeyboardOwner, SessionEvent, Standing } from './machine/events.ts'
import { step } from './machine/machine.ts'
import { type DraftStart, firstSession, type HoldState, type SessionState } from './machine/state.ts'
import type { ReportCommands } from './report-commands.ts'
import { type DraftSession, type Edge, runDraft } from './run.ts'
import { createVisit } from './visit.ts'

/** The commands that the images carry out. */
export type ImageCommands = {
  /** Gives the focus to the viewer. The images keep it if there is no viewer yet. */
  focus: () => void
  /** Returns the frame that shows the study. Null if there is none. */
  frame: () => HTMLIFrameElement | null
  /** Goes to the next unopened series. */
  nextSeries: () => void
}

/** The part of the server's answer about a study that its store needs. */
type Followed = Pick<Opening, 'series' | 'generation' | 'annotations'> & { study: Pick<Opening['study'], 'studyInstanceUID'> }

/** Creates the place where a part of the page registers its commands while it is shown. */
function createPlace<Commands>() {
  let registered: (() => Commands) | null = null
  return {
    /** Returns the commands of the part. Null while it is not shown. */
    commands: () => registered?.() ?? null,
    /** Registers a part. Returns the function that removes it. */
    register(commands: () => Commands) {
      registered = commands
      return () => {
        if (registered === commands) registered = null
      }
    },
  }
}

/**
 * Creates the store of one study on the reading page. The report and the images register their commands here, and the page calls them. Each study has a
 * store of its own, so no command reaches the report of another study. `opensWith` gets the keyboard at first.
 */
export function createReadingStore(studyId: string, windowId: string, opensWith: KeyboardOwner = 'images') {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  let page = firstSession(opensWith)
  let draft: DraftSession | null = null
  const state = () => draft?.session() ?? page
  function dispatch(event: SessionEvent) {
    if (draft) return draft.dispatch(event)
    page = step(page, event, Date.now()).session
    notify()
  }
  const report = createPlace<ReportCommands>()
  const images = createPlace<ImageCommands>()
  const calls = callsOf(studyId, windowId)
  const frame = () => images.commands()?.frame() ?? null
  const isMine = () => state().draft?.hold.is === 'mine'
  const isInFront = () => state().standing === 'same'
  const roundCalls = roundCallsOf(studyId, windowId)
  const displayed = createDisplayedSeries(roundCalls)
  displayed.subscribe(() => dispatch({ is: 'seriesSeen', displayed: displayed.state() }))
  const onDrawn = (annotations: Annotations) => draft?.dispatch({ is: 'drawn', annotations })
  const annotations = createAnnotations({ frame, report: report.commands, isMine, isInFront, onDrawn })
  let isOpeningRecorded = false

  /** Records who has the keyboard. The report turns editable or not before this returns. */
  function takeKeyboard(keyboard: KeyboardOwner) {
    if (keyboard !== state().keyboard) dispatch({ is: 'keyboardMoved', to: keyboard })
  }
  /** Moves the focus to the half of the page that has the keyboard. */
  function focusKeyboard() {
    const its = state().keyboard === 'images' ? images.commands() : report.commands()
    if (its) return its.focus()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  return {
    studyId,
    windowId,
    calls,
    roundCalls,
    visit: createVisit(windowId),
    state,
    /** Returns the function that ends the subscription. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Begins to write the report. A former draft ends by itself. */
    begin(start: DraftStart, edge: Edge): DraftSession {
      const onChange = () => draft === made && notify()
      const made = runDraft({ first: state(), start, edge, onChange })
      draft = made
      notify()
      return made
    },
    /** Returns true if this window writes the report. */
    isMine,
    /** Returns true if the images in front are exactly those of the study. */
    isInFront,
    report: report.commands,
    registerReport: report.register,
    images: images.commands,
    registerImages: images.register,
    /** Returns the frame that shows the study. Null if there is none. */
    frame,
    takeKeyboard,
    focusKeyboard,
    /** Gives the keyboard to a half of the page, and the focus with it. */
    giveKeyboard(keyboard: KeyboardOwner) {
      takeKeyboard(keyboard)
      focusKeyboard()
    },
    displayed,
    annotations,

    /** Saves the report with the drawing in the viewer. Returns true if everything is saved, or this window does not write it. */
    saveNow: async () => (isMine() && draft ? draft.saveNow() : true),

    /** Takes over what the server says about the study. Null while it is opening. */
    follow(opening: Followed | null) {
      if (opening) displayed.setSeries(opening.series, opening.generation)
      annotations.setRead(opening && { uid: opening.study.studyInstanceUID, annotations: opening.annotations })
    },

    /** The server does not show the study to this reader any more. */
    miss: () => draft?.dispatch({ is: 'studyMissed' }),

    /** Records once that the reader opened the images. */
    recordOpening(study: Openable, role: Role) {
      if (isOpeningRecorded) return
      isOpeningRecorded = true
      recordOpening(study, role)
    },

    openDialog: (dialog: DeskDialog, finding = '') => dispatch({ is: 'shown', what: { dialog, finding } }),
    closeDialog: () => dispatch({ is: 'shown', what: { dialog: null, finding: '' } }),
    showBeside: (priorId: string | null) => dispatch({ is: 'shown', what: { priorId } }),
    setStanding(standing: Standing) {
      if (standing !== state().standing) dispatch({ is: 'imagesDrawn', standing })
    },
    setAsking: (isAsking: boolean) => dispatch({ is: 'shown', what: { isAsking } }),
  }
}

export type ReadingStore = ReturnType<typeof createReadingStore>

/** Keeps the store of the current study. */
function useCurrentStore(studyId: string, windowId: string, opensWith: () => KeyboardOwner): ReadingStore {
  const create = () => createReadingStore(studyId, windowId, opensWith())
  const [store, setStore] = useState(create)
  if (store.studyId === studyId) return store
  const next = create()
  setStore(next)
  return next
}

type Stored = {
  studyId: string
  windowId: string
  /** Null while the study is opening. */
  opening: Followed | null
  /** Returns which half of the page gets the keyboard when a study opens. */
  opensWith: () => KeyboardOwner
}

/** Keeps the store of the current study, and passes on what the server says about it. */
export function useStoreOfStudy({ studyId, windowId, opening, opensWith }: Stored): ReadingStore {
  const store = useCurrentStore(studyId, windowId, opensWith)
  // Before the page is painted, so that it never shows an older answer.
  useLayoutEffect(() => store.follow(opening), [store, opening])
  return store
}

/** Returns one part of the study's state. */
export const useReadingState = <Name extends keyof SessionState>({ subscribe, state }: ReadingStore, name: Name) =>
  useSyncExternalStore(subscribe, () => state()[name])

const free: HoldState = { is: 'free' }

/** Returns who writes the report. */
export const useHold = ({ subscribe, state }: ReadingStore): HoldState =>
  useSyncExternalStore(subscribe, () => state().draft?.hold ?? free)

const Context = createContext<ReadingStore | null>(null)
export const ReadingStoreProvider = Context.Provider

/** Returns the store of the study that the page shows. */
export function useReadingStore(): ReadingStore {
  const store = useContext(Context)
  if (!store) throw new Error('The reading page needs the store of its study')
  return store
}
