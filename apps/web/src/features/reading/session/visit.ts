import { claimFirst } from './next-study.ts'

/** Creates the reader's visit to one study. A late answer never moves a reader who has left the study. */
export function createVisit(windowId: string) {
  let isOver = false
  let isLeaving = false
  let isDecided = false
  let following: readonly string[] | undefined

  return {
    /** Begins the visit. Returns the function that ends it. */
    begin() {
      isOver = false
      return () => {
        isOver = true
      }
    },
    isOver: () => isOver,

    /** Returns true the first time. A study that was put aside is resumed once, unless its reader puts it aside before. */
    decide(): boolean {
      const isFirst = !isDecided
      isDecided = true
      return isFirst
    },

    /** Takes over the studies to open next. Undefined if the list could not be loaded. */
    setFollowing(studyIds: readonly string[] | undefined) {
      following = studyIds
    },

    /** Takes the hold of the next study that nobody else writes. Returns null if there is none, and undefined if that is unknown. */
    claimNext: async (): Promise<string | null | undefined> =>
      following && (await claimFirst(following, windowId).catch(() => undefined)),

    /** Runs what leads to the next study, unless it is under way. */
    async leave(work: () => Promise<void>): Promise<void> {
      if (isLeaving) return
      isLeaving = true
      try {
        await work()
      } finally {
        isLeaving = false
      }
    },
  }
}
