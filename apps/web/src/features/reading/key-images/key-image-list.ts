import type { KeyImage } from '@readroom/contracts/key-images'
import { ApiError, isOutage } from '../../../lib/api/api-error.ts'
import { createTurns } from '../../../lib/in-turn.ts'
import type { ReadingCalls } from '../reading.queries.ts'
import { type AutosaveState, createAutosave } from '../saving/autosave.ts'

export type NewKeyImage = Parameters<ReadingCalls['addKeyImage']>[0]

export type KeyImagesState = {
  list: readonly KeyImage[]
  /** Order and captions; a picture that is in the list is with the server. */
  save: AutosaveState
  isAdding: boolean
}

type Options = {
  calls: Pick<ReadingCalls, 'addKeyImage' | 'arrangeKeyImages'> & { stored: () => Promise<readonly KeyImage[]> }
  /** There is a draft, and this window writes it. Rejects where not. */
  held: () => Promise<{ fence: number }>
  /** Order and captions were refused; what the server has is shown. */
  onRefused: (error: unknown) => void
}

const mayRetry = (error: unknown) => isOutage(error) || (error instanceof ApiError && error.status === 401)

/** The key images of a report that is written in this window. Pictures are sent once, and are in the list when they are stored. */
export function createKeyImageList({ calls, held, onRefused }: Options) {
  const listeners = new Set<() => void>()
  let state: KeyImagesState = { list: [], save: 'saved', isAdding: false }
  let removed: string[] = []
  // One call after the other: each answers the list as it left it.
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
    /** What the signer sees. */
    order,
    /** Goes on from what the server has. */
    adopt,
    reload,

    /** Stores a picture; answers which of the report's it is by now, from 1. Rejects where it was not stored: nothing is changed then. */
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

    /** Another order, other captions, or fewer. */
    change(list: readonly KeyImage[]) {
      const kept = new Set(list.map(({ id }) => id))
      removed = [...removed, ...state.list.flatMap(({ id }) => (kept.has(id) ? [] : [id]))]
      set({ list })
      autosave.change()
    },

    /** True once everything is with the server. */
    async settle(): Promise<boolean> {
      const isSaved = await autosave.now()
      await inTurn(async () => undefined)
      return isSaved
    },
    stop: () => autosave.stop(),
  }
}

export type KeyImageList = ReturnType<typeof createKeyImageList>
