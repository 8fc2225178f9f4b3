import type { KeyImage } from '@readroom/contracts/reading/key-images'
import { ApiError, isOutage } from '../../../lib/api/api-error.ts'
import { createTurns } from '../../../lib/in-turn.ts'
import type { ReadingCalls } from '../requests/reading.queries.ts'
import { type AutosaveState, createAutosave } from './autosave.ts'

export type NewKeyImage = Parameters<ReadingCalls['addKeyImage']>[0]

export type KeyImagesState = {
  list: readonly KeyImage[]
  /** The save state of order and captions. A listed picture is already stored. */
  save: AutosaveState
  isAdding: boolean
}

type Options = {
  calls: Pick<ReadingCalls, 'addKeyImage' | 'arrangeKeyImages'> & { stored: () => Promise<readonly KeyImage[]> }
  /** Resolves if there is a draft and this window writes it, otherwise rejects. */
  held: () => Promise<{ fence: number }>
  /** Called if order and captions were refused. The server's list is shown then. */
  onRefused: (error: unknown) => void
}

const mayRetry = (error: unknown) => isOutage(error) || (error instanceof ApiError && error.status === 401)

/** Manages the key images of a report that is written in this window. Pictures are sent once, and listed when they are stored. */
export function createKeyImageList({ calls, held, onRefused }: Options) {
  const listeners = new Set<() => void>()
  let state: KeyImagesState = { list: [], save: 'saved', isAdding: false }
  let removed: string[] = []
  // The calls run one after the other, because each answers with the list as it left it.
  const inTurn = createTurns()

  function set(changes: Partial<KeyImagesState>) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  const order = () => state.list.map(({ id, caption }) => ({ id, caption: caption.trim() }))

  const arrange = () =>
    inTurn(async () => {
      await calls.arrangeKeyImages({ ...(await held()), keyImages: order(), removed })
    })

  const autosave = createAutosave({
    save: arrange,
    mayRetry,
    onState(save, error) {
      set({ save })
      if (save === 'stopped') void reload().then(() => onRefused(error))
    },
  })

  function adopt(list: readonly KeyImage[]) {
    removed = []
    autosave.forgive()
    set({ list })
  }

  async function reload(): Promise<void> {
    const stored = await calls.stored().catch(() => null)
    if (stored) adopt(stored)
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The order as the signer sees it. */
    order,
    /** Continues from the server's list. */
    adopt,
    reload,

    /** Stores a picture. Returns its number in the report, from 1. Rejects if it was not stored, and then changes nothing. */
    async add(picture: NewKeyImage): Promise<number> {
      set({ isAdding: true })
      try {
        const { keyImages } = await inTurn(async () => calls.addKeyImage(picture, await held()))
        const known = new Set([...removed, ...state.list.map(({ id }) => id)])
        set({ list: [...state.list, ...keyImages.filter(({ id }) => !known.has(id))] })
        return state.list.length
      } finally {
        set({ isAdding: false })
      }
    },

    /** Changes the order or captions, or removes images. */
    change(list: readonly KeyImage[]) {
      const kept = new Set(list.map(({ id }) => id))
      removed = [...removed, ...state.list.flatMap(({ id }) => (kept.has(id) ? [] : [id]))]
      set({ list })
      autosave.change()
    },

    /** Returns true once everything is stored. */
    async settle(): Promise<boolean> {
      const isSaved = await autosave.now()
      await inTurn(async () => undefined)
      return isSaved
    },
    stop: () => autosave.stop(),
  }
}

export type KeyImageList = ReturnType<typeof createKeyImageList>
