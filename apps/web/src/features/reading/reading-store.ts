import type { Role } from '@readroom/contracts/core/permissions'
import { createContext, useContext, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '../../lib/store.ts'
import { type Openable, recordOpening } from '../images/viewer/open-viewer.ts'
import { createAnnotations } from './images/annotations.ts'
import { createDisplayedSeries } from './images/displayed-series.ts'
import type { Standing } from './images/frame-slots.ts'
import { callsOf, type Opening, roundCallsOf } from './reading.queries.ts'
import type { ReportCommands } from './report/report-commands.ts'
import { createVisit } from './round/visit.ts'
import type { DraftSession } from './saving/draft-session.ts'
import type { HoldState } from './saving/draft-state.ts'

/** The commands that the images carry out. */
export type ImageCommands = {
  /** Gives the focus to the viewer. The images keep it if there is no viewer yet. */
  focus: () => void
  /** Returns the frame that shows the study. Null if there is none. */
  frame: () => HTMLIFrameElement | null
  /** Goes to the next unopened series. */
  nextSeries: () => void
}

/** The half of the page that gets the keys (docs/decisions/reading/keyboard.md). */
export type KeyboardOwner = 'images' | 'report'

export type DeskDialog = 'keys' | 'skip' | 'critical'

/** The part of the server's answer about a study that its store needs. */
type Followed = Pick<Opening, 'series' | 'generation' | 'annotations'> & { study: Pick<Opening['study'], 'studyInstanceUID'> }

type ReadingState = {
  keyboard: KeyboardOwner
  hold: HoldState
  /** The open dialog about this study. */
  dialog: DeskDialog | null
  /** True while the form for a question to the laboratory is open. */
  isAsking: boolean
  /** The prior whose images are shown beside the study's. */
  priorId: string | null
  /** Whether the images in front are exactly those of the study. */
  standing: Standing
}

const firstState: Omit<ReadingState, 'keyboard'> = {
  hold: { is: 'free' },
  dialog: null,
  isAsking: false,
  priorId: null,
  standing: 'opening',
}

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
  const { state, set, subscribe } = createStore<ReadingState>({ ...firstState, keyboard: opensWith })
  const report = createPlace<ReportCommands>()
  const images = createPlace<ImageCommands>()
  const calls = callsOf(studyId, windowId)
  const frame = () => images.commands()?.frame() ?? null
  const isMine = () => state().hold.is === 'mine'
  const isInFront = () => state().standing === 'same'
  const roundCalls = roundCallsOf(studyId, windowId)
  const displayed = createDisplayedSeries(roundCalls)
  const annotations = createAnnotations({ calls, frame, report: report.commands, isMine, isInFront })
  let isOpeningRecorded = false

  /** Records who has the keyboard. The report turns editable or not before this returns. */
  function takeKeyboard(keyboard: KeyboardOwner) {
    if (keyboard !== state().keyboard) set({ keyboard })
  }
  /** Moves the focus to the half of the page that has the keyboard. */
  function focusKeyboard() {
    const its = state().keyboard === 'images' ? images.commands() : report.commands()
    if (its) return its.focus()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  return {
    studyId,
    calls,
    roundCalls,
    visit: createVisit(windowId),
    state,
    subscribe,
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

    /** Takes over what the server says about the study. Null while it is opening. */
    follow(opening: Followed | null) {
      if (opening) displayed.setSeries(opening.series, opening.generation)
      annotations.setRead(opening && { uid: opening.study.studyInstanceUID, annotations: opening.annotations })
    },

    /** Takes over the hold of a draft, now and after each change. Returns the function that ends this. */
    followHold(draft: Pick<DraftSession, 'state' | 'subscribe'>) {
      const follow = () => {
        const { hold } = draft.state()
        if (hold !== state().hold) set({ hold })
      }
      follow()
      return draft.subscribe(follow)
    },

    /** Records once that the reader opened the images. */
    recordOpening(study: Openable, role: Role) {
      if (isOpeningRecorded) return
      isOpeningRecorded = true
      recordOpening(study, role)
    },

    openDialog: (dialog: DeskDialog) => set({ dialog }),
    closeDialog: () => set({ dialog: null }),
    showBeside: (priorId: string | null) => set({ priorId }),
    setStanding(standing: Standing) {
      if (standing !== state().standing) set({ standing })
    },
    setAsking: (isAsking: boolean) => set({ isAsking }),
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

export const useReadingState = ({ subscribe, state }: ReadingStore): ReadingState => useSyncExternalStore(subscribe, state)

/** Returns which series of the study the reader has displayed. */
export const useDisplayedSeries = ({ displayed }: ReadingStore) => useSyncExternalStore(displayed.subscribe, displayed.state)

const Context = createContext<ReadingStore | null>(null)
export const ReadingStoreProvider = Context.Provider

/** Returns the store of the study that the page shows. */
export function useReadingStore(): ReadingStore {
  const store = useContext(Context)
  if (!store) throw new Error('The reading page needs the store of its study')
  return store
}
