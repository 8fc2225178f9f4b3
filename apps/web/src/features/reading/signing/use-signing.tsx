import type { Confirmation, ReportContent, ReportVersion } from '@readroom/contracts/reading'
import type { SignatureMeaning } from '@readroom/contracts/report-kinds'
import type { WorklistRow } from '@readroom/contracts/studies'
import type { Finding } from '@readroom/report/checks'
import { useState } from 'react'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { type DraftSession, NotSaved, Unheard } from '../saving/draft-session.ts'
import type { Ending } from '../saving/use-ending.ts'
import { SignDialog } from './sign-dialog.tsx'

/** What follows a signature. */
export type After = 'close' | 'next'
type Wish = { meaning: SignatureMeaning; after: After }

type Options = {
  study: WorklistRow
  session: DraftSession | null
  ending: Ending
  /** In the order of the text. */
  findings: readonly Finding[]
  isKept: (finding: Finding) => boolean
  passwordNeeded: boolean
  /** Returns the report if its reader has not worked on it since opening it, otherwise null. */
  unread: () => ReportContent | null
  /** Why nothing can be signed now. */
  obstacle: string | null
  onShow: (finding: Finding) => void
  /** What must be confirmed may be other than this page knows. */
  onStale: () => void
  onSigned: (version: ReportVersion, after: After) => void
  before: (after: After) => Promise<void>
  /** As they are shown when it is signed. */
  keyImages: () => { id: string; caption: string }[]
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : '')
const wordsOf = (error: unknown) => (error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.'))
const staleCodes = ['REPORT_UNCONFIRMED', 'REPORT_INCOMPLETE', 'DRAFT_STALE']
const passwordCodes = ['SIGNATURE_PASSWORD_NEEDED', 'SIGNATURE_PASSWORD_INCORRECT', 'TOO_MANY_ATTEMPTS', 'BUSY']

/** Signing a report: first to what holds it up, then to what is to be confirmed, then with the password where it is asked for. */
export function useSigning(options: Options) {
  const { study, session, ending, findings, isKept, passwordNeeded, obstacle } = options
  const [wish, setWish] = useState<(Wish & { unread: ReportContent | null }) | null>(null)
  /** The server asked for it: a confirmation may end while a report is written. */
  const [wasAsked, setWasAsked] = useState(false)
  // Of a study that was read ahead it is known as of then, until it has been read again.
  const asksPassword = wasAsked || passwordNeeded
  const [hasTried, setTried] = useState(false)

  const asked = findings.filter(({ severity }) => severity === 'confirm')
  const unconfirmed = asked.filter((finding) => !isKept(finding))
  const codesOf = (some: readonly Finding[]) => [...new Set(some.flatMap(({ code }): Confirmation[] => (code ? [code] : [])))]

  const sign = (to: Wish, password: string | undefined) => ending.run(() => signNow(to, password))

  async function signNow({ meaning, after }: Wish, password: string | undefined): Promise<void> {
    if (!session) return
    // What cannot be saved is said by signing.
    await Promise.all([options.before(after), session.saveNow()])
    const signature = { meaning, confirmed: codesOf(asked), keyImages: options.keyImages(), password }
    const version = await session.sign(signature)
    setWish(null)
    options.onSigned(version, after)
  }

  function heed(error: unknown, to: Wish) {
    if (staleCodes.includes(codeOf(error))) options.onStale()
    if (passwordCodes.includes(codeOf(error))) {
      setWasAsked(true)
      setWish({ ...to, unread: null })
    } else if (error instanceof Unheard) notify.error(error.message, { description: error.advice })
    else notify.error('Nothing was signed', { description: wordsOf(error) })
  }

  async function start(to: Wish): Promise<void> {
    if (!session || ending.isUnderWay()) return
    if (obstacle !== null) return void notify.warning(obstacle)
    setTried(true)
    const blocking = findings.find(({ severity }) => severity === 'blocks')
    if (blocking) return options.onShow(blocking)
    const unread = options.unread()
    if (unread || unconfirmed.length > 0 || asksPassword) return setWish({ ...to, unread })
    await sign(to, undefined).catch((error: unknown) => heed(error, to))
  }

  const dialog = wish && (
    <SignDialog
      title={wish.meaning === 'final' ? 'Sign report' : 'Sign as preliminary'}
      identity={<StudyIdentity row={study} />}
      confirming={unconfirmed}
      unread={wish.unread}
      asksPassword={asksPassword}
      onSign={(password) =>
        sign(wish, password).catch((error: unknown) => {
          if (passwordCodes.includes(codeOf(error))) setWasAsked(true)
          if (staleCodes.includes(codeOf(error))) options.onStale()
          if (error instanceof Unheard) throw new ApiError('UNHEARD', 0, `${error.message}. ${error.advice}`)
          throw error instanceof NotSaved ? new ApiError('NOT_SAVED', 0, error.message) : error
        })
      }
      onClose={() => setWish(null)}
    />
  )
  return { hasTried, dialog, start: (meaning: SignatureMeaning, after: After) => void start({ meaning, after }) }
}
