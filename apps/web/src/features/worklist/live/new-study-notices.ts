import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { ServerMessage } from '@readroom/contracts/worklist/live'

/** A study that has arrived since the page was opened, in words. */
export type Notice = { studyId: string; text: string }

/** How many events and notices a page remembers. */
const remembered = 1_000
/** Added because a study's time is the start of its transaction, which becomes visible later. */
const marginMs = 60_000

type Words = { patientName: string | null; modality: string | null; seriesImages: string; location: string | null }

const textOf = ({ patientName, modality, seriesImages, location }: Words) =>
  `New study: ${[patientName, modality, seriesImages, location].map((part) => part || 'N/A').join(', ')}`

/** Adds a value to a set that forgets its oldest. Returns true if it was new. */
function addNew<T>(known: Set<T>, value: T): boolean {
  if (known.has(value)) return false
  known.add(value)
  const [oldest] = known
  if (known.size > remembered && oldest !== undefined) known.delete(oldest)
  return true
}

/** Announces each new study once while a page is open, even if an event is sent twice or lost. `newest` fetches the latest studies after a break. */
export function createNewStudyNotices(newest: () => Promise<readonly WorklistRow[]>, announce: (notice: Notice) => void) {
  const heardIds = new Set<number>()
  const announced = new Set<string>()
  /** The server's time of the first and the last message. */
  let began: number | null = null
  let last: number | null = null
  let owedSince: number | null = null

  function say(studyId: string, words: Words) {
    if (addNew(announced, studyId)) announce({ studyId, text: textOf(words) })
  }

  return {
    /** Returns false for an event that the page has already received. */
    isNews(message: ServerMessage): boolean {
      if ('at' in message && message.at) {
        last = Date.parse(message.at)
        began ??= last
      }
      if ('id' in message && message.id !== undefined && !addNew(heardIds, message.id)) return false
      if (message.type === 'simple_new_study_notification') say(message.studyId, message)
      return true
    },

    /** Catches up after a break. If that fails, the next break covers this one too. */
    async catchUp() {
      owedSince ??= last
      if (began === null || owedSince === null) return
      const after = Math.max(began, owedSince - marginMs)
      for (const row of (await newest()).toReversed()) {
        if (Date.parse(row.uploadDateTime) > after) say(row._id, { ...row, seriesImages: row.series })
      }
      owedSince = null
    },
  }
}
